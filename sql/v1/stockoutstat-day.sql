-- What changed on a day of the stock-out series: one row per product that could no longer be delivered from that day on
-- (missing) or could be again (back), whichever sources said so. The missing first, by name.
-- $series: PROVIDER (the provider's products) or GENERICA (all of origin generic).
-- $date: the day; null for the newest one on which anything changed. Dates YYYY-MM-DD.
with
-- Both changes of every outage.
changes as (
  select o.gtin, o.missing_on as day, 'missing' as change, o.missing_on, o.back_on
  from outages o
  union all
  select o.gtin, o.back_on, 'back', o.missing_on, o.back_on
  from outages o
  where o.back_on is not null
),
-- Those of the series.
counted as (
  select changes.*, offers.* exclude (gtin)
  from changes
  join offers on offers.gtin = changes.gtin
  where case $series::varchar when 'PROVIDER' then offers.provider else offers.origin = 'generic' end
)
select
  gtin as "gtin",
  product_name as "productName",
  manufacturer::varchar as "manufacturer",
  change as "change",
  missing_on::varchar as "missingOn",
  back_on::varchar as "backOn",
  alternative_gtin as "alternativeGTIN",
  alternative_name as "alternativeProductName"
from counted
where day = coalesce($date::date, (select max(day) from counted))
order by change desc, name_order
