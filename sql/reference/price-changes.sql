-- Adds to price_changes what the catalogue $revision changes: one row per product whose prices differ from those of the
-- revision before it. A product without prices, or that is gone, has none. $products: file path; prices in CHF.

create table if not exists price_changes (
  gtin bigint, revision integer, ex_factory_price decimal(12, 2), public_price decimal(12, 2)
);
insert into price_changes
with known as (
  select distinct on (gtin) gtin, ex_factory_price, public_price
  from price_changes
  where revision < $revision::integer
  order by gtin, revision desc
),
published as (
  select gtin::bigint as gtin, ex_factory_price, public_price
  from read_parquet($products::varchar)
)
select gtin, $revision::integer, p.ex_factory_price, p.public_price
from published p
full join known k using (gtin)
where p.ex_factory_price is distinct from k.ex_factory_price or p.public_price is distinct from k.public_price;
