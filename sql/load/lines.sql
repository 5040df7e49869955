-- The rows of one statistic's file as they were read. $lines: path of the statistic's Parquet file.
create table line_rows (
  row_number integer, gtin_read varchar, pharmacode_read varchar, quantity_read varchar, description_read varchar,
  manufacturer_read varchar, ex_factory_price_read varchar, public_price_read varchar,
  gtin varchar, pharmacode varchar, quantity bigint
);
insert into line_rows by name select * from read_parquet($lines::varchar);

-- What each pair of identifiers that occurs in the file means in this catalogue: the GTIN decides, else the Pharmacode.
create table identifiers as
select
  i.gtin,
  i.pharmacode,
  coalesce(g.gtin, c.gtin) as product_gtin,
  case when g.gtin is not null then 'gtin' when c.gtin is not null then 'pharmacode' else 'none' end as matched_by,
  coalesce(g.gtin, c.gtin, i.gtin, i.pharmacode) as article,
  i.line_count,
  i.return_count,
  i.quantity
from (
  select gtin, pharmacode, count(*) as line_count, sum(case when quantity < 0 then 1 else 0 end)::bigint as return_count,
    sum(quantity)::bigint as quantity
  from line_rows
  group by gtin, pharmacode
) i
left join products g on g.gtin = i.gtin
left join pharmacodes c on c.pharmacode = i.pharmacode;

create view lines as
select l.*, i.article, i.product_gtin, i.matched_by
from line_rows l
join identifiers i on i.gtin is not distinct from l.gtin and i.pharmacode is not distinct from l.pharmacode;
