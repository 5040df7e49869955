-- What changed on a day of the stock-out series: one row per product that could no longer be delivered from that day on
-- (missing) or could be again (back), whichever sources said so. The missing first, by name.
-- $series: PROVIDER (the provider's products) or GENERICA (all of origin generic).
-- $date: the day; null for the newest one on which anything changed. Dates YYYY-MM-DD.
with
-- The day asked for, or the newest change of the series.
asked as (
  select coalesce($date::date, max(coalesce(back_on, missing_on))) as day
  from outages
  where case $series::varchar when 'PROVIDER' then provider else origin = 'generic' end
)
-- No outage is over on the day on which it began.
select
  gtin as "gtin",
  product_name as "productName",
  manufacturer::varchar as "manufacturer",
  case when missing_on = day then 'missing' else 'back' end as "change",
  missing_on::varchar as "missingOn",
  back_on::varchar as "backOn",
  alternative_gtin as "alternativeGTIN",
  alternative_name as "alternativeProductName"
from outages
cross join asked
where case $series::varchar when 'PROVIDER' then provider else origin = 'generic' end
  and (missing_on = day or back_on = day)
order by "change" desc, name_order
