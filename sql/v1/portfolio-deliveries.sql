-- Expected deliveries of a product: one row per change of what a source said of an episode, its first word included.
-- Episodes as portfolio-episodes.sql orders them, the first word of each first. Dates YYYY-MM-DD. saidOn: the day of the list
-- that said so. movedDays: days after what was said before, negative for earlier; null for the first and where one is no date.
-- $gtin: the product, in the catalogue or not; null for all.
with
-- What was said, and before it, where these are days.
said as (
  select
    *,
    case when regexp_full_match(expected_delivery, '\d{4}-\d{2}-\d{2}') then try_cast(expected_delivery as date) end as day
  from stockout_deliveries
  where $gtin::varchar is null or gtin = $gtin::varchar
)
select
  concat_ws(' ', gtin, reported_on::varchar, source, said_on::varchar) as "delivery",
  gtin as "gtin",
  source as "source",
  reported_on::varchar as "reportedOn",
  said_on::varchar as "saidOn",
  expected_delivery as "expectedDelivery",
  date_diff('day', lag(day) over (partition by gtin, source, reported_on order by said_on), day)::integer as "movedDays"
from said
order by reported_on desc, source, gtin, said_on
