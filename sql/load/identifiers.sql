-- What each pair of identifiers that occurs in the file means in this catalogue: the GTIN decides, else the Pharmacode, else what
-- somebody has said of it by hand.
-- $sums: path of the statistic's sums, see sums.sql; $matchedCodes: GTINs and Pharmacodes that were matched by hand, each once,
-- and $matchedProducts: the GTIN of the product that each means, both with commas
-- between them. Of a statistic that stays open it is dropped when the assortment is made of it, and made anew for those who
-- ask for lines.
create table identifiers as
select
  i.gtin,
  i.pharmacode,
  coalesce(g.gtin, c.gtin, m.gtin) as product_gtin,
  case
    when g.gtin is not null then 'gtin'
    when c.gtin is not null then 'pharmacode'
    when m.gtin is not null then 'hand'
    else 'none'
  end as matched_by,
  coalesce(g.gtin, c.gtin, m.gtin, i.gtin, i.pharmacode) as article,
  i.line_count,
  i.return_count,
  i.quantity,
  case when coalesce(g.gtin, c.gtin, m.gtin) is null then i.description_read end as description_read,
  case when coalesce(g.gtin, c.gtin, m.gtin) is null then i.description_row end as description_row
from read_parquet($sums::varchar) i
left join products g on g.gtin = i.gtin
left join pharmacodes c on c.pharmacode = i.pharmacode
left join (
  select
    unnest(string_split($matchedCodes::varchar, ',')) as code,
    unnest(string_split($matchedProducts::varchar, ',')) as product
) hand on hand.code = coalesce(i.gtin, i.pharmacode)
left join products m on m.gtin = hand.product;
