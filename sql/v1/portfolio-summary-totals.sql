-- Totals of the chart of the stock-out analyser: one row, the number of manufacturers and of all rows of the overview.
-- $general (match, available_match, sb20, co: the product is a co-marketing product, discontinued) narrows; $type (generika, original),
-- $molecule, $manufacturer (names) and $atc (codes of any level, by prefix) widen within themselves.
-- $find leaves products whose names, GTINs, Pharmacodes or manufacturer have all of its words, whatever their case and accents.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: six calendar months before $todayUtc.
with
-- The rows of each manufacturer.
manufacturers as (
  select count(*) as products
  from stockouts_since($stockOutSince::date, $todayUtc::date)
  where general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, true, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
    and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode)
  group by manufacturer
)
select
  count(*)::integer as "rowCount",
  coalesce(sum(products), 0)::integer as "stockOutCount"
from manufacturers
