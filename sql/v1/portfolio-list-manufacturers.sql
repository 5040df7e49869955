-- Filter list of the market's manufacturers: one row per manufacturer of the catalogue, with the number of its products.
-- By name.
select
  manufacturer::varchar as "id",
  manufacturer::varchar as "name",
  count(*)::integer as "count"
from products
where manufacturer is not null
group by manufacturer
order by enum_code(manufacturer)
