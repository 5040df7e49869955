-- What views over the market read beside the catalogue: what is missing now, and what came back. Nothing here depends on
-- a statistic or on a question. $priceDate, $stockoutDate (YYYY-MM-DD): the days that prices and stock-outs are of.

-- A view, since even the smallest table takes 256 kB.
create view market as
select $priceDate::date as price_date, $stockoutDate::date as stockout_date;

-- The days that the stock-out lists tell of, from the earliest report, or the first list where that is earlier and did not
-- yet name anything, to the day of the newest list or news, or of the end of a source that still missed something. Without
-- any report there are none.
create table stockout_span as
select
  case
    when count(*) > 0 then least(min(reported_on), (select min(first_list_on) from stockout_sources))
  end as first_day,
  greatest(max(greatest(reported_on, updated_on, back_in_stock_on, ended_on)), $stockoutDate::date) as last_day
from stockouts;

-- How many products were not deliverable, whichever sources said so: one row per day of that span, of at most twenty years,
-- so that a mistyped year does not make an axis of centuries.
create table stockout_days as
with
span as (
  select greatest(first_day, (last_day - interval 20 year)::date) as first_day, last_day
  from stockout_span
  where first_day is not null
),
-- The outages that reach into the span.
missing as (
  select greatest(o.missing_on, span.first_day) as missing_on, o.back_on, o.provider, o.origin = 'generic' as generic
  from outages o
  join span on o.back_on is null or o.back_on > span.first_day
),
-- One more on the day of a report, one less on the day of being back; nothing on all other days.
changes as (
  select missing_on as day, provider::integer as provider, generic::integer as generic from missing
  union all
  select back_on, -provider::integer, -generic::integer from missing where back_on is not null
  union all
  select unnest(generate_series(first_day, last_day, interval 1 day))::date, 0, 0 from span
)
select
  day,
  (sum(sum(provider)) over (order by day))::integer as provider,
  (sum(sum(generic)) over (order by day))::integer as generic
from changes
group by day
order by day;

-- Stock-out rows: every open episode of a product that is not the provider's, once per alternative by rank (place), once
-- without one. The episode that counts from a day on is the earliest one since then: it has none shortly before it.
create table stockout_rows as
with
open_episodes as (
  select
    *,
    lag(reported_on) over (partition by gtin order by reported_on, updated_on desc nulls last, source)
      as earlier_reported_on
  from stockouts
  where coalesce(back_in_stock_on, ended_on) is null
),
ranked as (
  select
    a.gtin,
    a.alternative_gtin,
    row_number() over (partition by a.gtin order by a.rank, a.alternative_gtin)::integer as place
  from alternatives a
  join products p on p.gtin = a.alternative_gtin
)
select
  p.gtin,
  p.pharmacode,
  p.description as product_name,
  p.name_order,
  p.manufacturer,
  p.atc,
  p.atc_group,
  p.molecule,
  p.origin,
  p.sb20,
  p.co_marketing,
  e.reported_on,
  e.earlier_reported_on,
  e.updated_on,
  e.status,
  e.expected_delivery,
  e.expected_week,
  e.first_list,
  e.moves,
  e.moved_days,
  l.last_list_on as list_on,
  s.missing_since,
  s.went_missing_on,
  s.sources,
  s.discontinued,
  s.sources_disagree,
  coalesce(r.place, 1) as place,
  a.gtin as alternative_gtin,
  a.pharmacode as alternative_pharmacode,
  a.description as alternative_name,
  a.manufacturer as alternative_manufacturer,
  a.co_marketing as alternative_co_marketing,
  a.ex_factory_price as alternative_ex_factory_price,
  case when a.gtin is not null then pack_factor(p.pack_size, p.unit, a.pack_size, a.unit) end as pack_factor,
  comparable_pack(p.pack_size, p.unit, a.pack_size, a.unit) as pack,
  comparable_pack(a.pack_size, a.unit, p.pack_size, p.unit) as alternative_pack,
  a.gtin is not null and coalesce(not d.stocked_out, true) as alternative_deliverable,
  coalesce(d.stocked_out, false) as alternative_stocked_out,
  d.reported_on as alternative_stockout_reported_on,
  d.updated_on as alternative_stockout_updated_on,
  d.status as alternative_stockout_status,
  d.expected_delivery as alternative_stockout_expected_delivery,
  coalesce(d.expected_week, false) as alternative_stockout_expected_week,
  d.comment as alternative_stockout_comment,
  d.went_missing_on as alternative_went_missing_on,
  d.back_in_stock_on as alternative_back_in_stock_on
from open_episodes e
join products p on p.gtin = e.gtin
join deliverability s on s.gtin = e.gtin
left join stockout_sources l on l.source = e.source
left join ranked r on r.gtin = p.gtin
left join products a on a.gtin = r.alternative_gtin
left join deliverability d on d.gtin = a.gtin
where not p.provider
order by p.name_order, place, e.reported_on;

-- Products that were missing and are back, whoever's: one row per product without an open episode.
create table back_in_stock as
with
-- The last that each source said of a product.
last_words as (
  select gtin, source, arg_max(discontinued, reported_on) as discontinued
  from stockouts
  group by gtin, source
),
gone as (
  select distinct gtin from last_words where discontinued
),
returned as (
  select
    gtin,
    max(back_in_stock_on) as back_in_stock_on,
    arg_max(reported_on, (back_in_stock_on, reported_on)) filter (back_in_stock_on is not null) as reported_on
  from stockouts
  group by gtin
  -- Back before a source ended that still missed it, it may be missing since.
  having count(*) = count(coalesce(back_in_stock_on, ended_on))
    and max(back_in_stock_on) >= coalesce(max(ended_on), max(back_in_stock_on))
)
select
  p.gtin,
  p.pharmacode,
  p.description as product_name,
  p.name_order,
  p.manufacturer,
  p.provider,
  p.atc,
  p.atc_group,
  p.molecule,
  p.origin,
  p.sb20,
  p.co_marketing,
  p.ex_factory_price,
  r.reported_on,
  r.back_in_stock_on
from returned r
join products p on p.gtin = r.gtin
where r.gtin not in (select gtin from gone)
order by r.back_in_stock_on desc, p.name_order;
