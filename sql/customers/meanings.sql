-- Which product each pair of identifiers means, of those among $products: the GTIN decides, else the Pharmacode, else what was
-- said of it by hand, as in load/identifiers.sql. $ids, $gtins, $pharmacodes: one entry per pair, with commas between them; 0: it
-- has none. $statistics, $matches: likewise the statistic in which a pair was matched by hand, and the GTIN of the product; 0 and
-- nothing where a pair stands for all statistics, whose meaning is the catalogue's alone.
with
pairs as (
  select
    unnest(string_split($ids::varchar, ','))::integer as id,
    unnest(string_split($gtins::varchar, ',')) as gtin,
    unnest(string_split($pharmacodes::varchar, ',')) as pharmacode,
    unnest(string_split($statistics::varchar, ','))::integer as statistic,
    unnest(string_split($matches::varchar, ',')) as match
)
select pairs.id as id, p.name_order as product, nullif(pairs.statistic, 0) as statistic
from pairs
left join products g on g.gtin = lpad(pairs.gtin, 13, '0')
left join pharmacodes c on pairs.pharmacode <> '0' and c.pharmacode = lpad(pairs.pharmacode, 7, '0')
join products p on p.gtin = case
  when pairs.statistic = 0 then coalesce(g.gtin, c.gtin)
  when g.gtin is null and c.gtin is null then pairs.match
end
where p.name_order in (select id from listed($products::varchar))
order by product, id, pairs.statistic
