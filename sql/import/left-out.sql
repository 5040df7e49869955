-- Articles of which nothing is left, which the assortment leaves out; the first 1,000, how many in all, and how many of them
-- because of returns.
select
  coalesce(i.product_gtin, i.gtin) as "gtin",
  coalesce(p.pharmacode, i.pharmacode) as "pharmacode",
  p.description as "description",
  i.quantity::double as "quantity",
  (count(*) over ())::integer as "total",
  (count(case when i.return_count > 0 then 1 end) over ())::integer as "returned"
from (
  select article, max(product_gtin) as product_gtin, max(gtin) as gtin, max(pharmacode) as pharmacode,
    sum(quantity)::bigint as quantity, sum(return_count) as return_count
  from identifiers
  group by article
  having sum(quantity) <= 0
) i
left join products p on p.gtin = i.product_gtin
order by p.description, i.article
limit 1000
