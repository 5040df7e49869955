-- When the product $gtin could not be delivered, as each source reports it: one row per episode, the newest first. Days are
-- YYYY-MM-DD, null where nobody says one. sourceEndedOn: the day on which its source was ended while it lasted.
select
  source as "source",
  reported_on::varchar as "reportedOn",
  updated_on::varchar as "updatedOn",
  coalesce(status, '') as "status",
  expected_delivery as "expectedDelivery",
  expected_week as "expectedWeek",
  last_list_on::varchar as "listDate",
  coalesce(comment, '') as "comment",
  back_in_stock_on::varchar as "backInStockOn",
  stockouts.ended_on::varchar as "sourceEndedOn"
from stockouts
left join stockout_sources using (source)
where gtin = $gtin::varchar
order by reported_on desc, source
