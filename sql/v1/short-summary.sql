-- Short summary: one row, whose statistic this is and for which months; what a page title needs.
select
  customer_name as "customerName",
  time_information as "timeInformation",
  time_month_from as "timeMonthFrom",
  time_year_from as "timeYearFrom",
  time_month_to as "timeMonthTo",
  time_year_to as "timeYearTo"
from statistic
