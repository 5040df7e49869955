-- Totals of the competitor view of the stock-out analyser: one row, the number of rows that the filters leave, of products and
-- of products with a deliverable alternative among them. stockOutDate: the day that stock-outs are of.
-- $general (available_match: the row's alternative is deliverable, discontinued) narrows; $type (generika, original), $molecule (names)
-- and $atc (codes of any level, by prefix) widen within themselves.
-- $find leaves rows whose names, GTINs, Pharmacodes or manufacturer have all of its words, whatever their case and accents.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: six calendar months before $todayUtc.
with
-- The rows that the filters leave.
counts as (
  select
    count(*)::integer as row_count,
    count(distinct gtin)::integer as products,
    count(distinct case when alternative_deliverable then gtin end)::integer as available
  from stockouts_since($stockOutSince::date, $todayUtc::date, every_alternative := true)
  where general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, true, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode)
)
select
  row_count as "rowCount",
  products as "products",
  available as "available",
  stockout_date::varchar as "stockOutDate"
from counts
cross join market
