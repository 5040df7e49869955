-- Not deliverable now: one row per article bought of which a stock-out is open (fields ending in 1), with its alternative
-- (fields ending in 2). Quantities in packs; prices per pack and sums in CHF, ex-factory without VAT; dates YYYY-MM-DD.
-- Of several open stock-outs of a product the earliest is told; sourcesDisagree1: their sources contradict each other.
-- Per month: of the statistic's whole period, divided by its months. A potential is unknown (null) while its alternative
-- has no price, and 0 without alternative; per month it is rounded half up to the centime.
-- $general (match, available_match, sb20, co, discontinued) narrow; $type (generika, original, others), $molecule, $manufacturer (names)
-- and $atc (codes of any level, by prefix) widen within themselves.
-- $sortBy: potentialPerMonth or packsPerMonth (descending, unknown last), reportedOn (newest first) or alphabetical; ties
-- by name, then GTIN. $today (YYYY-MM-DD) and $newStockoutDays decide what is new.
with
-- What is said of products beside the facts of an assortment.
said as (
  select gtin as product_gtin, known_since_at_least, list_on, sources_disagree
  from deliverability
),
-- The articles, with what is said of them.
missing as (
  select *, (select months from statistic) as months
  from assortment
  join said on said.product_gtin = assortment.gtin
  where stocked_out
    and general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
)
select
  gtin as "gtin",
  pharmacode as "pharmacode1",
  alternative_pharmacode as "pharmacode2",
  product_name as "productName",
  alternative_gtin as "alternativeGTIN",
  alternative_name as "alternativeProductName",
  quantity::double as "qtySum1",
  (quantity / months)::double as "packsPerMonth",
  case when alternative_gtin is not null then coalesce(alternative_quantity, 0) end::double as "qtySum2",
  alternative_ex_factory_price::double as "efPreis2",
  turnover_potential::double as "turnoverPotential",
  customers_gain::double as "customersGain",
  public_price_difference::double as "publicPriceDifference",
  deductible_before::double as "deductibleBefore",
  deductible_after::double as "deductibleAfter",
  distribution_share_before::double as "distributionShareBefore",
  distribution_share_after::double as "distributionShareAfter",
  (
    ((2 * (turnover_potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  )::double as "potentialPerMonth",
  sb20 as "sB20",
  exclusive and provider as "providerExclusive1",
  case when alternative_gtin is not null then alternative_exclusive end as "providerExclusive2",
  co_marketing as "coMarketing",
  case when alternative_gtin is not null then alternative_co_marketing end as "coMarketing2",
  sl as "sL1",
  case when alternative_gtin is not null then alternative_sl end as "sL2",
  stockout_expected_delivery as "deliverability1",
  case when alternative_stocked_out then alternative_stockout_expected_delivery end as "deliverability2",
  stockout_expected_week as "deliverabilityWeek1",
  alternative_stocked_out and alternative_stockout_expected_week as "deliverabilityWeek2",
  stockout_status as "deliverabilityStatus1",
  case when alternative_stocked_out then alternative_stockout_status end as "deliverabilityStatus2",
  stockout_updated_on::varchar as "deliverabilityUpdate1",
  case when alternative_stocked_out then alternative_stockout_updated_on end::varchar as "deliverabilityUpdate2",
  stockout_reported_on::varchar as "deliverabilityReportingDate1",
  case when alternative_stocked_out then alternative_stockout_reported_on end::varchar as "deliverabilityReportingDate2",
  known_since_at_least as "knownSinceAtLeast1",
  list_on::varchar as "listDate1",
  discontinued as "discontinued1",
  sources_disagree as "sourcesDisagree1",
  stockout_comment as "deliverabilityComment1",
  case when alternative_stocked_out then alternative_stockout_comment end as "deliverabilityComment2",
  alternative_back_in_stock_on::varchar as "backInStockDate2",
  case when alternative_gtin is not null then alternative_stocked_out end as "stockOut2",
  coalesce(went_missing_on > $today::date - $newStockoutDays::integer, false) as "newStockout1",
  coalesce(alternative_went_missing_on > $today::date - $newStockoutDays::integer, false) as "newStockout2",
  coalesce(alternative_back_in_stock_on >= $today::date - interval 4 month, false) as "backInStock2",
  manufacturer::varchar as "manufacturer",
  provider as "provider1"
from missing
order by
  case when $sortBy::varchar = 'potentialPerMonth' then turnover_potential end desc nulls last,
  case when $sortBy::varchar = 'packsPerMonth' then quantity end desc,
  case when $sortBy::varchar = 'reportedOn' then stockout_reported_on end desc nulls last,
  name_order
