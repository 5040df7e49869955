-- What the stock-out series count on a day: one row per product that was not deliverable then, whichever sources said so. By name.
-- $series: PROVIDER (the provider's products) or GENERICA (all of origin generic).
-- $date: the day; null for the newest list's. Dates YYYY-MM-DD.
select
  gtin as "gtin",
  product_name as "productName",
  manufacturer::varchar as "manufacturer",
  missing_on::varchar as "missingOn",
  back_on::varchar as "backOn",
  alternative_gtin as "alternativeGTIN",
  alternative_name as "alternativeProductName"
from outages
cross join stockout_span span
where case $series::varchar when 'PROVIDER' then provider else origin = 'generic' end
  and missing_on <= coalesce($date::date, span.last_day)
  and (back_on is null or back_on > coalesce($date::date, span.last_day))
order by name_order
