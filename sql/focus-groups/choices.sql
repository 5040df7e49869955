-- What a focus group can be put together from: one row per product of the catalogue, by name, then GTIN.
select
  gtin,
  pharmacode,
  coalesce(description, gtin) as description,
  manufacturer::varchar as manufacturer,
  molecule::varchar as molecule
from products
order by name_order
