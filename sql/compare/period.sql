-- The period of a statistic: one row, months 1 to 12, inclusive; months counts them, 12 where the dates make no sense.
select
  time_month_from as "timeMonthFrom",
  time_year_from as "timeYearFrom",
  time_month_to as "timeMonthTo",
  time_year_to as "timeYearTo",
  case
    when time_month_to - time_month_from + 12 * (time_year_to - time_year_from) + 1 > 0
    then time_month_to - time_month_from + 12 * (time_year_to - time_year_from) + 1
    else 12
  end as "months"
from statistic
