-- Stock-out analyser, full view: one row per product that is missing and not the provider's, with its alternative of rank 1
-- and the sums of its manufacturer.
-- Fields ending in 1 are the product's, in 2 the alternative's. qty: packs of the feeding statistic; turnoverPotential: CHF,
-- qty × packFactor × efPreis2 (CHF per pack, ex-factory without VAT), half up to the centime per product; dates YYYY-MM-DD.
-- Without a feeding statistic qty and turnoverPotential are null; the potential of packs bought is null too while the
-- alternative has no price.
-- manufacturerCount, manufacturerQty and manufacturerPotential: rows, packs and CHF of the row's manufacturer; sums add what is
-- known.
-- $general (match, available_match, sb20, co: the product is a co-marketing product, discontinued) narrows; $type (generika, original),
-- $molecule, $manufacturer (names) and $atc (codes of any level, by prefix) widen within themselves.
-- $find leaves rows whose names, GTINs, Pharmacodes or manufacturer have all of its words, whatever their case and accents.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: six calendar months before $todayUtc.
-- $sortBy: potentialPerCompetitor (manufacturers by manufacturerPotential, inside by turnoverPotential, descending) or
-- overallPotential (by turnoverPotential, descending); ties of manufacturers by their name, of products by name, then GTIN.
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
-- The sums of each manufacturer. Joined, since a window over rows of this width takes as long as all the rest.
makers as (
  select
    manufacturer as maker,
    count(*)::integer as manufacturer_count,
    sum(quantity) as manufacturer_quantity,
    case when count(quantity) > 0 then coalesce(sum(turnover_potential), 0) end as manufacturer_potential
  from missing
  group by manufacturer
)
select
  missing.* exclude (name_order, place, manufacturer, quantity, turnover_potential),
  manufacturer_count as "manufacturerCount",
  manufacturer_quantity::double as "manufacturerQty",
  manufacturer_potential::double as "manufacturerPotential"
from missing
join makers on makers.maker is not distinct from missing.manufacturer
order by
  case when $sortBy::varchar = 'potentialPerCompetitor' then manufacturer_potential end desc nulls last,
  case when $sortBy::varchar = 'potentialPerCompetitor' then enum_code(manufacturer) end nulls last,
  turnover_potential desc nulls last,
  name_order
