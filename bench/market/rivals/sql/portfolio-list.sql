-- Filter list of a column of names.
-- {group}: the column of the products; {names}: the table of its names.
with counts as (
  select {group} as id, count(*) as products from products where {group} is not null group by {group}
)
select n.name, n.name, products
from counts
join {names} n using (id)
order by id
