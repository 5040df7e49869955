-- Which product each pair of identifiers means, of those among $products: the GTIN decides, else the Pharmacode, as in
-- load/identifiers.sql. $ids, $gtins, $pharmacodes: one entry per pair, with commas between them; 0: it has none.
with
pairs as (
  select
    unnest(string_split($ids::varchar, ','))::integer as id,
    unnest(string_split($gtins::varchar, ',')) as gtin,
    unnest(string_split($pharmacodes::varchar, ',')) as pharmacode
)
select pairs.id as id, p.name_order as product
from pairs
left join products g on g.gtin = lpad(pairs.gtin, 13, '0')
left join pharmacodes c on pairs.pharmacode <> '0' and c.pharmacode = lpad(pairs.pharmacode, 7, '0')
join products p on p.gtin = coalesce(g.gtin, c.gtin)
where p.name_order in (select id from listed($products::varchar))
order by product, id
