-- Stock-out analyser, overview: one row per product that is missing and not the provider's, with its alternative of rank 1.
-- Fields ending in 1 are the product's, in 2 the alternative's. qty: packs of the feeding statistic; turnoverPotential: CHF,
-- qty × packFactor × efPreis2 (CHF per pack, ex-factory without VAT), half up to the centime per product; dates YYYY-MM-DD.
-- Without a feeding statistic qty and turnoverPotential are null; the potential of packs bought is null too while the
-- alternative has no price.
-- $general (match, available_match, sb20, co: the product is a co-marketing product, discontinued) narrows; $type (generika, original),
-- $molecule, $manufacturer (names) and $atc (codes of any level, by prefix) widen within themselves.
-- $find leaves rows whose names, GTINs, Pharmacodes or manufacturer have all of its words, whatever their case and accents.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: six calendar months before $todayUtc.
-- $sortBy: manufacturer (stockOutCount descending, then name), productName, or turnoverPotential (descending); ties by name,
-- then GTIN.
-- $today (YYYY-MM-DD) and $newStockoutDays decide what is new, and $today what came back lately.
with
-- The rows that the filters leave.
missing as (
  from missing_products(
    false,
    $stockOutSince::date,
    $todayUtc::date,
    $today::date,
    $newStockoutDays::integer,
    general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, true, co_marketing)
      and missing_filter($general::varchar[], discontinued)
      and type_filter($type::varchar[], origin)
      and name_filter($molecule::varchar[], molecule)
      and atc_filter($atc::varchar[], atc)
      and name_filter($manufacturer::varchar[], manufacturer)
      and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode)
  )
),
-- How many of them each manufacturer has. Joined, since a window over rows of this width takes as long as all the rest.
makers as (
  select manufacturer as maker, count(*)::integer as manufacturer_count
  from missing
  group by manufacturer
)
select
  missing.* exclude (name_order, place, manufacturer, quantity, turnover_potential),
  manufacturer_count as "stockOutCount"
from missing
join makers on makers.maker is not distinct from missing.manufacturer
order by
  case when $sortBy::varchar = 'manufacturer' then manufacturer_count end desc nulls last,
  case when $sortBy::varchar = 'manufacturer' then enum_code(manufacturer) end nulls last,
  case when $sortBy::varchar = 'turnoverPotential' then turnover_potential end desc nulls last,
  name_order
