-- What the products ($products: name_order, with commas between them) can be found by in statistics: one row, GTINs and
-- Pharmacodes without leading zeros. A Pharmacode stands here only when it means that product.
select
  coalesce(string_agg(p.gtin::bigint, ','), '') as gtins,
  coalesce(string_agg(c.pharmacode::integer, ','), '') as pharmacodes
from listed($products::varchar) l
join products p on p.name_order = l.id
left join pharmacodes c on c.gtin = p.gtin
