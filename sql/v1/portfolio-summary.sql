-- Stock-out analyser, chart: one row per manufacturer of the overview, with the number of its rows there.
-- $general (match, available_match, sb20, co: the product is a co-marketing product, discontinued) narrows; $type (generika, original),
-- $molecule, $manufacturer (names) and $atc (codes of any level, by prefix) widen within themselves.
-- $find leaves products whose names, GTINs, Pharmacodes or manufacturer have all of its words, whatever their case and accents.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: six calendar months before $todayUtc.
-- $sortBy, as the overview takes it: by stockOutCount descending, then name (manufacturer, turnoverPotential: no row has a
-- potential), or by name (productName). Products without a manufacturer stand last among equals, with null for one.
select
  manufacturer::varchar as "manufacturer",
  count(*)::integer as "stockOutCount"
from stockouts_since($stockOutSince::date, $todayUtc::date)
where general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, true, co_marketing)
  and missing_filter($general::varchar[], discontinued)
  and type_filter($type::varchar[], origin)
  and name_filter($molecule::varchar[], molecule)
  and atc_filter($atc::varchar[], atc)
  and name_filter($manufacturer::varchar[], manufacturer)
  and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode)
group by manufacturer
order by
  case when $sortBy::varchar <> 'productName' then count(*) end desc nulls last,
  enum_code(manufacturer) nulls last
