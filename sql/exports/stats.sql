-- The rows of the uploaded file as they were read, and the product that each was matched with; with $all = false only those
-- matched. Packs, negative for returns; prices and texts `_read` as they stand in the file.
select
  l.member,
  l.row_number,
  l.gtin_read,
  l.pharmacode_read,
  l.description_read,
  l.manufacturer_read,
  l.quantity_read,
  l.ex_factory_price_read,
  l.public_price_read,
  l.quantity::double as quantity,
  l.matched_by,
  l.product_gtin,
  p.pharmacode as product_pharmacode,
  p.description as product_description,
  p.manufacturer::varchar as product_manufacturer
from lines l
left join products p on p.gtin = l.product_gtin
where $all::boolean or l.product_gtin is not null
order by l.member, l.row_number, l.gtin, l.pharmacode
