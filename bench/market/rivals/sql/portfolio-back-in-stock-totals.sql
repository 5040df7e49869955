-- Totals of the rows of returned.sql.
{returned}
select
  count(*),
  coalesce(sum(quantity), 0)::double precision,
  coalesce(sum(turnover), 0)::double precision / 100,
  count(*) filter (where turnover is null),
  true,
  (select price_date::text from market),
  (select stockout_date::text from market)
from returned
