-- Report on stock-outs: how reliable companies are. One row per manufacturer whose products were ever missing, most
-- episodes first, then by name (de-CH); products that the catalogue does not know are of no company (null, last).
-- Episodes are as sources report them. meanDays and medianDays: of those that are over and whose beginning is known, from the
-- report to the return. slips and slippedDays as in shortage-episodes.sql. promised: episodes of which a first date was named
-- and that are over, or whose first date is before $today (YYYY-MM-DD) while they last; those of discontinued products are
-- left out. kept: of these the ones that were over by the first date named; keptShare: kept ÷ promised, null without any.
with
named as (
  select
    gtin, source, reported_on, said_on,
    case when regexp_full_match(expected_delivery, '\d{4}-\d{2}-\d{2}') then try_cast(expected_delivery as date) end
      as promised
  from stockout_deliveries
),
slips as (
  select
    *,
    promised - lag(promised) over (partition by gtin, source, reported_on order by said_on) as later
  from named
  where promised is not null
),
promises as (
  select
    gtin, source, reported_on,
    arg_min(promised, said_on) as first_promise,
    count(*) filter (later > 0) as slips,
    coalesce(sum(later) filter (later > 0), 0) as slipped_days
  from slips
  group by gtin, source, reported_on
),
episodes as (
  select
    p.manufacturer,
    e.gtin,
    e.back_in_stock_on as until,
    coalesce(e.back_in_stock_on, e.ended_on) is null as open,
    case when not e.first_list then e.back_in_stock_on - e.reported_on end as days,
    coalesce(promises.slips, 0) as slips,
    coalesce(promises.slipped_days, 0) as slipped_days,
    case
      when e.discontinued then null
      when e.back_in_stock_on is not null then e.back_in_stock_on <= promises.first_promise
      when promises.first_promise < coalesce(e.ended_on, $today::date) then false
    end as kept
  from stockouts e
  left join products p on p.gtin = e.gtin
  left join promises
    on promises.gtin = e.gtin and promises.source = e.source and promises.reported_on = e.reported_on
)
select
  manufacturer::varchar as "company",
  count(distinct gtin)::integer as "missingProducts",
  count(*)::integer as "episodes",
  count(*) filter (open)::integer as "openCount",
  count(until)::integer as "ended",
  round(avg(days), 1)::double as "meanDays",
  median(days)::double as "medianDays",
  sum(slips)::integer as "slips",
  sum(slipped_days)::integer as "slippedDays",
  count(kept)::integer as "promised",
  count(*) filter (kept)::integer as "kept",
  case when count(kept) > 0 then count(*) filter (kept) / count(kept) end::double as "keptShare"
from episodes
group by manufacturer
order by manufacturer is null, count(*) desc, manufacturer
