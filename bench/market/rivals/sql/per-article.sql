-- The same kept as tables: what our own tables of the market do, in the rival.
create table lines_per_article as
select article_id, sum(quantity)::bigint as quantity from lines group by article_id;
drop table lines cascade;
alter table lines_per_article rename to lines;
create unique index on lines (article_id) include (quantity);

create table states as
select p.id as product_id, s.* from products p cross join lateral state_of(p.id) s;
create unique index on states (product_id);
create or replace function state_of(product integer) returns table (
  stocked_out boolean, reported_on date, updated_on date, status text, expected_delivery text, comment text,
  back_in_stock_on date, went_missing_on date, expected_week boolean
) language sql stable as $$
  select
    s.stocked_out, s.reported_on, s.updated_on, s.status, s.expected_delivery, s.comment, s.back_in_stock_on, s.went_missing_on,
    s.expected_week
  from states s
  where s.product_id = product
$$;

create table said as
select p.id as product_id, s.* from products p cross join lateral said_of(p.id) s where s.missing_since is not null;
create unique index on said (product_id);
create or replace function said_of(product integer) returns table (missing_since date, sources integer, disagree boolean)
language sql stable as $$
  select s.missing_since, s.sources, s.disagree from said s where s.product_id = product
$$;

create table provider_days as select * from days_of_provider order by day;
create table generic_days as select * from days_of_generics order by day;
drop view days_of_provider, days_of_generics, turns, calendar;
alter table provider_days rename to days_of_provider;
alter table generic_days rename to days_of_generics;
create index on days_of_provider (day);
create index on days_of_generics (day);

create table outage_rows as select * from outages;
drop view outages;
alter table outage_rows rename to outages;
create index on outages (product_id);
create index on outages (missing_on);
create index on outages (back_on);
