-- {since}: the day.
with counts as (
  select p.manufacturer_id, count(distinct p.id) as products
  from episodes e
  join products p on p.id = e.product_id
  where e.back_in_stock_on is null and e.reported_on >= {since} and not p.provider
  group by p.manufacturer_id
)
select m.name, products
from counts
left join manufacturers m on m.id = manufacturer_id
order by products desc, manufacturer_id nulls last
