-- Tables of the market in PostgreSQL: the catalogue, and episodes as the sources report them. Products are numbered by GTIN;
-- manufacturers and molecules in their German order, so an id sorts like its name. Prices in centimes, pack sizes in
-- thousandths.
create table manufacturers (id integer primary key, name text not null);
create table molecules (id integer primary key, name text not null);
create table atc_names (code text primary key, name text not null);
create table market (price_date date, stockout_date date, first_month text, last_month text, of_customer boolean);
create table sources (source text collate "C" primary key, first_list_on date, last_list_on date);
create table products (
  id integer primary key,
  gtin text collate "C" not null,
  pharmacode text,
  name text not null,
  name_order integer not null,
  manufacturer_id integer,
  molecule_id integer,
  atc text,
  atc_group text collate "C",
  origin text not null,
  provider boolean not null,
  sb20 boolean not null,
  co_marketing boolean not null,
  ex_factory_price bigint,
  pack bigint,
  unit text
);
create table alternatives (product_id integer, rank integer, alternative_id integer, primary key (product_id, rank, alternative_id));
create table episodes (
  product_id integer not null,
  source text collate "C" not null,
  reported_on date not null,
  updated_on date,
  status text,
  expected_delivery text,
  comment text,
  back_in_stock_on date,
  first_list boolean not null,
  discontinued boolean not null,
  moves integer not null,
  moved_days integer,
  expected_week boolean not null
);
create table deliveries (
  product_id integer not null,
  source text collate "C" not null,
  reported_on date not null,
  said_on date not null,
  expected_delivery text,
  expected_week boolean not null
);
create table lines (article_id integer not null, quantity bigint not null);
