-- The period of a statistic: one row, months 1 to 12, inclusive; months counts them, 12 where the dates make no sense.
select
  time_month_from as "timeMonthFrom",
  time_year_from as "timeYearFrom",
  time_month_to as "timeMonthTo",
  time_year_to as "timeYearTo",
  months as "months"
from statistic
