-- What changed on a day of the stock-out series: one row per product that could no longer be delivered from that day on
-- (missing) or could be again (back), whichever sources said so. The missing first, by name.
-- $series: PROVIDER (the provider's products) or GENERICA (all of origin generic).
-- $date: the day; null for the newest one on which anything changed. Dates YYYY-MM-DD.
with
-- The outages of the series.
counted as (
  select gtin, missing_on, back_on
  from outages
  where case $series::varchar when 'PROVIDER' then provider else origin = 'generic' end
),
-- The day asked for, or the newest change.
asked as (
  select coalesce($date::date, max(coalesce(back_on, missing_on))) as day
  from counted
),
-- What began and what ended on that day.
changes as (
  select counted.*, 'missing' as change
  from counted
  join asked on counted.missing_on = asked.day
  union all
  select counted.*, 'back'
  from counted
  join asked on counted.back_on = asked.day
)
select
  changes.gtin as "gtin",
  product_name as "productName",
  manufacturer::varchar as "manufacturer",
  change as "change",
  missing_on::varchar as "missingOn",
  back_on::varchar as "backOn",
  alternative_gtin as "alternativeGTIN",
  alternative_name as "alternativeProductName"
from changes
join offers on offers.gtin = changes.gtin
order by change desc, name_order
