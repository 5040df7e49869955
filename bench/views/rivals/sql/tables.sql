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
