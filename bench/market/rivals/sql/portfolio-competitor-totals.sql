-- {since}: the day.
with missing as (
  select distinct p.id
  from episodes e
  join products p on p.id = e.product_id
  where e.back_in_stock_on is null and e.reported_on >= {since} and not p.provider
)
select
  count(*),
  count(distinct missing.id),
  count(distinct missing.id) filter (where a.alternative_id is not null and open.product_id is null),
  (select stockout_date::text from market)
from missing
left join alternatives a on a.product_id = missing.id
left join (select distinct product_id from episodes where back_in_stock_on is null) open
  on open.product_id = a.alternative_id
