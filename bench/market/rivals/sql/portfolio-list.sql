-- Filter list of a column of names, with the stock-outs of each.
-- {group}: the column of the products; {names}: the table of its names.
with counts as (
  select {group} as id, count(*) filter (where not provider and p.id in (select product_id from episodes where back_in_stock_on is null)) as products
  from products p
  where {group} is not null
  group by {group}
)
select n.name, n.name, products
from counts
join {names} n using (id)
order by id
