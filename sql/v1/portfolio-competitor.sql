-- Stock-out analyser, competitor view: one row per product that is missing and not the provider's, and alternative, by rank; a
-- product without alternative has one row.
-- Fields ending in 1 are the product's, in 2 the alternative's. qty: packs of the feeding statistic; turnoverPotential: CHF,
-- qty × packFactor × efPreis2 (CHF per pack, ex-factory without VAT), half up to the centime per product; dates YYYY-MM-DD.
-- Without a feeding statistic qty and turnoverPotential are null; the potential of packs bought is null too while the
-- alternative has no price.
-- $general (available_match: the row's alternative is deliverable, discontinued) narrows; $type (generika, original), $molecule (names)
-- and $atc (codes of any level, by prefix) widen within themselves.
-- $find leaves rows whose names, GTINs, Pharmacodes or manufacturer have all of its words, whatever their case and accents.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: six calendar months before $todayUtc.
-- $today (YYYY-MM-DD) and $newStockoutDays decide what is new, and $today what came back lately.
-- By name (equal names by GTIN), then rank.
select
  concat_ws(' ', "gtin", "alternativeGTIN") as "pair",
  case when "alternativeGTIN" is not null then place end as "rank",
  * exclude (name_order, place, manufacturer, quantity, turnover_potential)
from missing_products(
  true,
  $stockOutSince::date,
  $todayUtc::date,
  $today::date,
  $newStockoutDays::integer,
  general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, true, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode)
)
order by name_order, place
