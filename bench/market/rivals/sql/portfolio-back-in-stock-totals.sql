-- Totals of the rows of returned.sql.
{returned}
select
  count(*),
  coalesce(sum(quantity), 0)::double precision,
  coalesce(sum(turnover), 0)::double precision / 100,
  count(*) filter (where turnover is null),
  true,
  (select first_month from market),
  (select last_month from market),
  (select of_customer from market),
  (select price_date::text from market),
  (select stockout_date::text from market)
from returned
