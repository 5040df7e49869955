-- What the catalogue says of codes that were matched by hand: one row per code, in the order of $codes (GTINs and Pharmacodes),
-- which were matched with $products (GTINs). Nulls: it has no such product.
select
  m.description as "productName",
  coalesce(g.gtin, c.gtin) as "named",
  n.description as "namedName"
from (
  select
    unnest($codes::varchar[]) as code,
    unnest($products::varchar[]) as product,
    generate_subscripts($codes::varchar[], 1) as place
) said
left join products m on m.gtin = said.product
left join products g on g.gtin = said.code
left join pharmacodes c on c.pharmacode = said.code
left join products n on n.gtin = coalesce(g.gtin, c.gtin)
order by place
