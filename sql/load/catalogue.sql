-- Builds the tables of one catalogue revision from its published Parquet files.
-- $products, $alternatives, $exclusives, $stockouts: file paths; $providerCompanies: manufacturers that are the provider's.

create table product_rows (
  gtin varchar, pharmacode varchar, description varchar, manufacturer varchar, atc varchar, molecule varchar,
  pack_size_text varchar, pack_size decimal(12, 3), unit varchar, form varchar, strength varchar, origin varchar,
  sl boolean, sb20 boolean, biological boolean, co_marketing boolean,
  ex_factory_price decimal(12, 2), public_price decimal(12, 2), swissmedic_no varchar, category varchar
);
insert into product_rows by name select * from read_parquet($products::varchar);

create table alternatives (gtin varchar, alternative_gtin varchar, rank integer);
insert into alternatives by name select * from read_parquet($alternatives::varchar);

create table exclusives (gtin varchar);
insert into exclusives by name select * from read_parquet($exclusives::varchar);

create table provider_companies (name varchar);
insert into provider_companies select unnest($providerCompanies::varchar[]);

-- Every episode of a product not being deliverable; open while back_in_stock_on is null.
create table stockouts (
  gtin varchar, reported_on date, updated_on date, status varchar, expected_delivery varchar,
  comment varchar, back_in_stock_on date
);
insert into stockouts by name select * from read_parquet($stockouts::varchar);

-- ENUM order is the order of the names in German (de-CH), so that sorting by an ENUM sorts by name.
create type manufacturer as enum (
  select manufacturer from product_rows where manufacturer is not null group by 1 order by manufacturer collate de, manufacturer
);
create type molecule as enum (
  select molecule from product_rows where molecule is not null group by 1 order by molecule collate de, molecule
);
create type atc as enum (select atc from product_rows where atc is not null group by 1 order by atc);
create type atc_group as enum ('A', 'B', 'C', 'D', 'G', 'H', 'J', 'L', 'M', 'N', 'P', 'Q', 'R', 'S', 'V');
create type origin as enum ('original', 'generic', 'other');

create table products as
select
  p.gtin,
  p.pharmacode,
  p.description,
  row_number() over (order by p.description collate de, p.gtin)::integer as name_order,
  p.manufacturer::manufacturer as manufacturer,
  coalesce(p.manufacturer in (select name from provider_companies), false) as provider,
  p.atc::atc as atc,
  try_cast(left(p.atc, 1) as atc_group) as atc_group,
  p.molecule::molecule as molecule,
  p.pack_size_text,
  p.pack_size,
  p.unit,
  p.form,
  p.strength,
  p.origin::origin as origin,
  p.sl,
  p.sb20,
  p.biological,
  p.co_marketing,
  p.gtin in (select gtin from exclusives) as exclusive,
  p.ex_factory_price,
  p.public_price,
  p.swissmedic_no,
  p.category
from product_rows p
order by p.gtin;

drop table product_rows;

-- One Pharmacode can stand on two GTINs: the product with a price (on the market) is preferred, then the lower GTIN.
create table pharmacodes as
select
  pharmacode,
  first(gtin order by ex_factory_price is null, public_price is null, gtin) as gtin,
  count(*)::integer as product_count,
  list(gtin order by gtin) as gtins
from products
where pharmacode is not null
group by pharmacode;

-- The state a product is in now: its newest episode, an open one before a closed one of the same day.
create table deliverability as
select
  gtin,
  bool_or(back_in_stock_on is null) as stocked_out,
  max_by(reported_on, episode) as reported_on,
  max_by(updated_on, episode) as updated_on,
  max_by(status, episode) as status,
  max_by(expected_delivery, episode) as expected_delivery,
  max_by(comment, episode) as comment,
  case when not bool_or(back_in_stock_on is null) then max(back_in_stock_on) end as back_in_stock_on
from (
  select *, (case when back_in_stock_on is null then '1' else '0' end) || reported_on::varchar as episode from stockouts
)
group by gtin;
