-- Filter list of the market's molecules: one row per molecule of the catalogue, with the number of its products. By name.
select
  molecule::varchar as "id",
  molecule::varchar as "name",
  count(*)::integer as "count"
from products
where molecule is not null
group by molecule
order by enum_code(molecule)
