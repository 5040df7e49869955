-- What customers buy of products that are missing or were: made in the schema of a catalogue when it is first asked for,
-- and filled as far as it is asked for. A pair of a loaded product and a loaded statistic that has no row is not bought.
create table if not exists bought_products (product integer);
create table if not exists bought_statistics (statistic integer, revision integer);
-- Products that are not deliverable, or were back within four months before $today.
create macro if not exists watched(today) as table
select p.gtin, p.name_order as product
from deliverability d
join products p on p.gtin = d.gtin
where d.stocked_out or d.back_in_stock_on >= today::date - interval 4 month;
-- What a customer misses and the provider can deliver instead, see call-list.sql: one row per loaded statistic that buys
-- any of it. Figures as in `bought`; an unknown potential adds nothing. The last two are of those that will not come back.
create table if not exists bought_deliverable (
  statistic integer, products integer, quantity hugeint, turnover_potential decimal(38, 2),
  discontinued_products integer, discontinued_potential decimal(38, 2)
);
-- Competitors' products that are missing, with an alternative that is not.
create macro if not exists deliverable() as table
select name_order as product
from offers
where stocked_out and not provider and alternative_deliverable;
-- Statistics and the months of their periods, with their place in the texts. Read as rows: DuckDB would reckon with ten
-- thousand constants while it plans.
create macro if not exists customers_of(statistics, months) as table
select unnest(ids)::integer as statistic, unnest(periods)::integer as months, generate_subscripts(ids, 1) as place
from (
  select string_split(id_text, ',') as ids, string_split(month_text, ',') as periods
  from (select unnest([statistics]) as id_text, unnest([months]) as month_text)
  where id_text <> ''
);
-- Likewise statistics and their revisions.
create macro if not exists revised(statistics, revisions) as table
select statistic, months as revision, place from customers_of(statistics, revisions);
-- Last: where it is, all that stands above is there. product: name_order of the product; quantity: packs, returns deducted,
-- above 0; turnover_potential: CHF of the whole period as everywhere, null while the alternative has no price, 0 without
-- alternative.
create table if not exists bought (
  product integer, statistic integer, quantity bigint, turnover_potential decimal(38, 2)
);
