-- What customers buy of products that are missing or were: made in the schema of a catalogue when it is first asked for,
-- and filled as far as it is asked for. A pair of a loaded product and a loaded statistic that has no row is not bought.
create table if not exists bought_products (product integer);
create table if not exists bought_statistics (statistic integer);
-- product: name_order of the product; quantity: packs, returns deducted, above 0; turnover_potential: CHF of the whole
-- period as everywhere, null while the alternative has no price, 0 without alternative.
create table if not exists bought (
  product integer, statistic integer, quantity bigint, turnover_potential decimal(38, 2)
);
-- Products that are not deliverable, or were back within four months before $today.
create macro if not exists watched(today) as table
select p.gtin, p.name_order as product
from deliverability d
join products p on p.gtin = d.gtin
where d.stocked_out or d.back_in_stock_on >= today::date - interval 4 month;
-- The ids of a text with commas between them, in their order.
create macro if not exists listed(ids) as table
select id::integer as id, place
from (select unnest(string_split(ids, ',')) as id, generate_subscripts(string_split(ids, ','), 1) as place)
where id <> '';
