-- Articles whose returns outweigh what was bought, which the assortment leaves out; the first 1,000 and how many in all.
select
  coalesce(i.product_gtin, i.gtin) as "gtin",
  coalesce(p.pharmacode, i.pharmacode) as "pharmacode",
  p.description as "description",
  i.quantity::double as "quantity",
  (count(*) over ())::integer as "total"
from (
  select article, max(product_gtin) as product_gtin, max(gtin) as gtin, max(pharmacode) as pharmacode,
    sum(quantity)::bigint as quantity
  from identifiers
  group by article
  having sum(quantity) <= 0
) i
left join products p on p.gtin = i.product_gtin
order by p.description, i.article
limit 1000
