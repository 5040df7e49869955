-- What the catalogue calls the product $gtin: one row, none for a GTIN that it does not know.
select
  gtin as "gtin",
  product_name as "productName",
  manufacturer::varchar as "manufacturer"
from offers
where gtin = $gtin::varchar
