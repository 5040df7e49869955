-- Of which months (YYYY-MM) and whose the statistic is that stands for the market: one row, none while there is none.
select
  first_month as "feedingFrom",
  last_month as "feedingTo",
  of_customer as "feedingOfCustomer"
from feeding_statistic()
where feeding
