-- {since}: the day.
select count(distinct coalesce(p.manufacturer_id, -1)), count(distinct p.id)
from episodes e
join products p on p.id = e.product_id
where e.back_in_stock_on is null and e.reported_on >= {since} and not p.provider
