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
  select *
  from market_stockouts($stockOutSince::date, $todayUtc::date)
  where general_leaves($general::varchar[], alternative_gtin, alternative_deliverable, sb20, true, co_marketing)
    and missing_leaves($general::varchar[], discontinued)
    and type_leaves($type::varchar[], origin)
    and names_leave($molecule::varchar[], molecule)
    and atc_leaves($atc::varchar[], atc)
    and names_leave($manufacturer::varchar[], manufacturer)
    and find_leaves($find::varchar[], product_name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode)
),
-- How many of them each manufacturer has. Joined, since a window over rows of this width takes as long as all the rest.
makers as (
  select manufacturer as maker, count(*)::integer as manufacturer_count
  from missing
  group by manufacturer
)
select
  gtin as "gtin",
  pharmacode as "pharmacode1",
  product_name as "productName",
  manufacturer::varchar as "hersteller1",
  alternative_gtin as "alternativeGTIN",
  alternative_pharmacode as "pharmacode2",
  alternative_name as "alternativeProductName",
  alternative_manufacturer::varchar as "manufacturer2",
  quantity::double as "qty",
  turnover_potential::double as "turnoverPotential",
  pack_factor as "packFactor",
  alternative_ex_factory_price::double as "efPreis2",
  expected_delivery as "deliverability1",
  case when alternative_stocked_out then alternative_stockout_expected_delivery end as "deliverability2",
  expected_week as "deliverabilityWeek1",
  alternative_stocked_out and alternative_stockout_expected_week as "deliverabilityWeek2",
  status as "deliverabilityStatus1",
  case when alternative_stocked_out then alternative_stockout_status end as "deliverabilityStatus2",
  updated_on::varchar as "deliverabilityUpdate1",
  case when alternative_stocked_out then alternative_stockout_updated_on end::varchar as "deliverabilityUpdate2",
  reported_on::varchar as "deliverabilityReportingDate1",
  case when alternative_stocked_out then alternative_stockout_reported_on end::varchar as "deliverabilityReportingDate2",
  case when alternative_stocked_out then alternative_stockout_comment end as "deliverabilityComment2",
  case when alternative_gtin is not null then alternative_co_marketing end as "coMarketing",
  co_marketing as "coMarketing1",
  case when alternative_back_in_stock_on >= $today::date - interval 4 month then alternative_back_in_stock_on end::varchar
    as "backInStockDate",
  coalesce(alternative_back_in_stock_on >= $today::date - interval 4 month, false) as "backInStock2",
  case when alternative_gtin is not null then alternative_stocked_out end as "stockOut2",
  sb20 as "sB20",
  coalesce(went_missing_on > $today::date - $newStockoutDays::integer, false) as "newStockout1",
  coalesce(alternative_went_missing_on > $today::date - $newStockoutDays::integer, false) as "newStockout2",
  reported_on::varchar as "reportedOn1",
  first_list as "knownSinceAtLeast1",
  missing_since::varchar as "missingSince1",
  moves as "moves1",
  moved_days as "movedDays1",
  list_on::varchar as "listDate1",
  discontinued as "discontinued1",
  sources as "sources1",
  sources_disagree as "sourcesDisagree1",
  molecule::varchar as "molecule",
  atc::varchar as "atc",
  atc_group::varchar as "atcCategory",
  origin::varchar as "origin",
  manufacturer_count as "stockOutCount"
from missing
join makers on makers.maker is not distinct from missing.manufacturer
order by
  case when $sortBy::varchar = 'manufacturer' then manufacturer_count end desc nulls last,
  case when $sortBy::varchar = 'manufacturer' then enum_code(manufacturer) end nulls last,
  case when $sortBy::varchar = 'turnoverPotential' then turnover_potential end desc nulls last,
  name_order
