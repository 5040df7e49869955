-- Totals of the rows of missing.sql.
{missing}
select
  count(*),
  count(distinct manufacturer_id),
  count(*) filter (where deliverable),
  coalesce(sum("qty"), 0),
  coalesce(sum("turnoverPotential"), 0),
  count(*) filter (where "turnoverPotential" is null),
  true,
  (select first_month from market),
  (select last_month from market),
  (select of_customer from market),
  (select price_date::text from market),
  (select stockout_date::text from market)
from missing
