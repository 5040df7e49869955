-- Stock-outs of the provider over time: one row per day from the first list, or the earliest report where that is earlier, to
-- the newest list's day, of at most twenty years; the number of the provider's products that were not deliverable on that day,
-- whichever sources said so. By day.
select
  day::varchar as "date",
  provider as "count"
from stockout_days
order by day
