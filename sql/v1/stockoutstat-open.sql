-- What the stock-out series count on a day: one row per product that was not deliverable then, whichever sources said so. By name.
-- $series: PROVIDER (the provider's products) or GENERICA (all of origin generic).
-- $date: the day; null for the newest list's. Dates YYYY-MM-DD.
select
  o.gtin as "gtin",
  product_name as "productName",
  manufacturer::varchar as "manufacturer",
  o.missing_on::varchar as "missingOn",
  o.back_on::varchar as "backOn",
  alternative_gtin as "alternativeGTIN",
  alternative_name as "alternativeProductName"
from outages o
join offers on offers.gtin = o.gtin
cross join stockout_span span
where case $series::varchar when 'PROVIDER' then offers.provider else offers.origin = 'generic' end
  and o.missing_on <= coalesce($date::date, span.last_day)
  and (o.back_on is null or o.back_on > coalesce($date::date, span.last_day))
order by name_order
