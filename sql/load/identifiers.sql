-- What each pair of identifiers that occurs in the file means in this catalogue: the GTIN decides, else the Pharmacode.
-- $sums: path of the statistic's sums, see sums.sql. Of a statistic that stays open it is dropped when the assortment is made
-- of it, and made anew for those who ask for lines.
create table identifiers as
select
  i.gtin,
  i.pharmacode,
  coalesce(g.gtin, c.gtin) as product_gtin,
  case when g.gtin is not null then 'gtin' when c.gtin is not null then 'pharmacode' else 'none' end as matched_by,
  coalesce(g.gtin, c.gtin, i.gtin, i.pharmacode) as article,
  i.line_count,
  i.return_count,
  i.quantity,
  case when g.gtin is null and c.gtin is null then i.description_read end as description_read,
  case when g.gtin is null and c.gtin is null then i.description_row end as description_row
from read_parquet($sums::varchar) i
left join products g on g.gtin = i.gtin
left join pharmacodes c on c.pharmacode = i.pharmacode;
