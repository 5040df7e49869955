-- Tables of the SQL rivals, in words that PostgreSQL and SQLite both understand. Amounts in centimes, pack sizes as a
-- fraction in lowest terms. Names are numbered in their German order, so an id sorts like its name.
create table manufacturers (id integer primary key, name text not null);
create table molecules (id integer primary key, name text not null);
create table products (
  id integer primary key,
  manufacturer_id integer,
  molecule_id integer,
  atc_group text,
  origin text not null,
  provider boolean not null,
  sb20 boolean not null,
  pharma boolean not null,
  ex_factory_price bigint,
  public_price bigint,
  alternative_id integer,
  pack bigint not null,
  alternative_pack bigint not null
);
create table lines (article_id integer not null, quantity integer not null);
-- Names and what else a page of products shows; of unknown articles what the file has. Flags are 0 or 1, dates text.
create table details (
  id integer primary key,
  article text not null,
  gtin text,
  pharmacode text,
  name text,
  name_order integer,
  atc text,
  sl integer not null,
  co_marketing integer not null,
  exclusive integer not null,
  stocked_out integer not null,
  discontinued integer not null,
  reported_on text,
  updated_on text,
  status text,
  expected_delivery text,
  expected_week integer not null,
  comment text,
  back_in_stock_on text
);
create table atc_names (code text primary key, name text not null);
create table statistic (
  customer_name text,
  time_information text,
  time_month_from integer,
  time_year_from integer,
  time_month_to integer,
  time_year_to integer
);
