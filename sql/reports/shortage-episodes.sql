-- Report on stock-outs: one row per episode of a product not being deliverable, as one source reports it; open ones first,
-- then by company and product (de-CH), newest report first. Products that the catalogue does not know have no name.
-- days: from since to until, or to $today (YYYY-MM-DD) while it lasts. One that an ended source left open is over on the day
-- of that end, without an until. A slip is a date of expected delivery that is later
-- than the last date the source named before; slippedDays: all slips of the episode together. Words aside, dates that
-- moved forward are no slips. firstPromise and lastPromise: the first and the last date that the source named.
-- weekly: its source's dates of deliveries stand for their calendar weeks, or the last one does.
-- alternative…: the provider's product of rank 1; alternatives: all of them by rank, with commas between.
with
promises as (
  select
    gtin, source, reported_on, said_on,
    case when regexp_full_match(expected_delivery, '\d{4}-\d{2}-\d{2}') then try_cast(expected_delivery as date) end
      as promised
  from stockout_deliveries
),
slips as (
  select
    gtin, source, reported_on, said_on, promised,
    promised - lag(promised) over (partition by gtin, source, reported_on order by said_on) as later
  from promises
  where promised is not null
),
promised as (
  select
    gtin, source, reported_on,
    arg_min(promised, said_on) as first_promise,
    arg_max(promised, said_on) as last_promise,
    count(*) filter (later > 0) as slips,
    coalesce(sum(later) filter (later > 0), 0) as slipped_days
  from slips
  group by gtin, source, reported_on
),
offered as (
  select
    a.gtin,
    string_agg(p.description, ', ' order by a.rank, a.alternative_gtin) as names,
    count(*) as offers,
    count(*) filter (not coalesce(d.stocked_out, false)) as deliverable
  from alternatives a
  join products p on p.gtin = a.alternative_gtin
  left join deliverability d on d.gtin = p.gtin
  group by a.gtin
)
select
  coalesce(e.back_in_stock_on, e.ended_on) is null as "open",
  e.gtin as "gtin",
  p.pharmacode as "pharmacode",
  p.description as "product",
  p.manufacturer::varchar as "company",
  coalesce(p.provider, false) as "provider",
  p.molecule::varchar as "molecule",
  e.source as "source",
  e.reported_on::varchar as "since",
  e.first_list as "atLeast",
  e.back_in_stock_on::varchar as "until",
  (coalesce(e.back_in_stock_on, e.ended_on, $today::date) - e.reported_on)::integer as "days",
  e.status as "status",
  e.discontinued as "discontinued",
  e.expected_delivery as "expected",
  coalesce(s.weekly, false) or e.expected_week as "weekly",
  promised.first_promise::varchar as "firstPromise",
  promised.last_promise::varchar as "lastPromise",
  coalesce(promised.slips, 0)::integer as "slips",
  coalesce(promised.slipped_days, 0)::integer as "slippedDays",
  o.alternative_gtin as "alternativeGtin",
  o.alternative_name as "alternative",
  case when o.alternative_gtin is not null then o.alternative_deliverable end as "alternativeDeliverable",
  case when not p.provider then offered.names end as "alternatives",
  case when not p.provider then coalesce(offered.offers, 0) end::integer as "alternativeCount",
  case when not p.provider then coalesce(offered.deliverable, 0) end::integer as "deliverableCount"
from stockouts e
left join products p on p.gtin = e.gtin
left join stockout_sources s on s.source = e.source
left join offers o on o.gtin = e.gtin
left join offered on offered.gtin = e.gtin
left join promised on promised.gtin = e.gtin and promised.source = e.source and promised.reported_on = e.reported_on
order by coalesce(e.back_in_stock_on, e.ended_on) is not null, p.manufacturer nulls last, p.name_order, e.gtin, e.reported_on desc, e.source
