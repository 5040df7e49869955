-- Products for which the provider offers nothing: neither its own nor with an alternative. One row per product, by molecule.
-- product: its name_order; molecule: a number per molecule, and of its own for a product without one.
select
  name_order as "product",
  coalesce(enum_code(molecule)::integer, -name_order) as "molecule"
from offers
where not provider and alternative_gtin is null
order by "molecule", "product"
