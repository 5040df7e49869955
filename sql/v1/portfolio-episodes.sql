-- Stock-outs of a product: one row per episode of not being deliverable, as one source reports it; over ones included.
-- Newest report first, then by source. Dates YYYY-MM-DD. listDate: the day of the source's last list, which its word is of.
-- knownSinceAtLeast: of the source's first list, so that it may have begun before reportedOn. moves: changes of the expected
-- delivery; movedDays: from the first word to the last, in days, null where one of them is no date.
-- sourceEndedOn: the day on which its source was ended while it lasted.
-- $gtin: the product, in the catalogue or not; null for all.
select
  concat_ws(' ', e.gtin, e.reported_on::varchar, e.source) as "episode",
  e.gtin as "gtin",
  e.source as "source",
  e.reported_on::varchar as "reportedOn",
  e.first_list as "knownSinceAtLeast",
  e.updated_on::varchar as "updatedOn",
  s.last_list_on::varchar as "listDate",
  e.status as "status",
  e.expected_delivery as "expectedDelivery",
  e.expected_week as "expectedWeek",
  e.comment as "comment",
  e.back_in_stock_on::varchar as "backInStockOn",
  e.ended_on::varchar as "sourceEndedOn",
  e.discontinued as "discontinued",
  coalesce(e.back_in_stock_on, e.ended_on) is null as "open",
  e.moves as "moves",
  e.moved_days as "movedDays"
from stockouts e
left join stockout_sources s on s.source = e.source
where $gtin::varchar is null or e.gtin = $gtin::varchar
order by e.reported_on desc, e.source, e.gtin
