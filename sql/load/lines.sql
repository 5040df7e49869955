-- The rows of a statistic's file as they were read, and what they were matched with; made only for those who ask for lines.
-- $lines: path of the statistic's Parquet file; of one that combines several, of theirs in their order, which is `member`.
create table line_rows (
  member integer, row_number integer, gtin_read varchar, pharmacode_read varchar, quantity_read varchar,
  description_read varchar, manufacturer_read varchar, ex_factory_price_read varchar, public_price_read varchar,
  gtin varchar, pharmacode varchar, quantity bigint
);
insert into line_rows by name
select *, file_index + 1 as member
from read_parquet($lines::varchar[]);

create view lines as
select l.*, i.article, i.product_gtin, i.matched_by
from line_rows l
join identifiers i on i.gtin is not distinct from l.gtin and i.pharmacode is not distinct from l.pharmacode;
