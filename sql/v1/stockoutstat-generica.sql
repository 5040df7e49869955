-- Stock-outs of all generic manufacturers over time: one row per day from the first list, or the earliest report where that is
-- earlier, to the newest list's day, of at most twenty years; the number of products of origin generic that were not
-- deliverable on that day, whichever sources said so. By day.
with
-- Bounded, so that a mistyped year does not make an axis of centuries.
span as (
  select greatest(first_day, (last_day - interval 20 year)::date) as first_day, last_day
  from stockout_span
  where first_day is not null
),
-- The outages that reach into the span.
missing as (
  select greatest(o.missing_on, span.first_day) as missing_on, o.back_on
  from outages o
  join span on o.back_on is null or o.back_on > span.first_day
  where o.origin = 'generic'
),
-- One more on the day of a report, one less on the day of being back; nothing on all other days.
changes as (
  select missing_on as day, 1 as change from missing
  union all
  select back_on, -1 from missing where back_on is not null
  union all
  select unnest(generate_series(first_day, last_day, interval 1 day))::date, 0 from span
)
select
  day::varchar as "date",
  (sum(sum(change)) over (order by day))::integer as "count"
from changes
group by day
order by day
