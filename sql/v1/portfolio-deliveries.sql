-- Expected deliveries of a product: one row per change of what a source said of an episode, its first word included.
-- Episodes as portfolio-episodes.sql orders them, the first word of each first. Dates YYYY-MM-DD. saidOn: the day of the list
-- that said so. movedDays: days after what was said before, negative for earlier; null for the first and where one is no date.
-- $gtin: the product, in the catalogue or not; null for all.
select
  concat_ws(' ', gtin, reported_on::varchar, source, said_on::varchar) as "delivery",
  gtin as "gtin",
  source as "source",
  reported_on::varchar as "reportedOn",
  said_on::varchar as "saidOn",
  expected_delivery as "expectedDelivery",
  expected_week as "expectedWeek",
  moved_days as "movedDays"
from stockout_deliveries
where $gtin::varchar is null or gtin = $gtin::varchar
order by reported_on desc, source, gtin, said_on
