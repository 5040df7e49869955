-- Product analysis: one row per article bought (fields ending in 1), with its alternative (fields ending in 2).
-- Quantities in packs; prices per pack and sums in CHF, ex-factory without VAT, public with VAT; dates YYYY-MM-DD. A price
-- that the catalogue does not have is unknown (null), and so is a sum that needs it, and a potential whose alternative has
-- none; customersGain and publicPriceDifference are null where either has none. Without alternative they are 0.
-- What is told before and after a switch is null unless both are on the Spezialitätenliste and have the prices of it.
-- $general (match, available_match, sb20, stock_out, co, discontinued, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; $type (generika, original, others), $molecule, $manufacturer (names),
-- $atc (codes of any level, by prefix) and $focusGroup (ids) widen within themselves.
-- $find leaves articles whose name, GTIN or Pharmacode have all of its words, whatever their case and accents.
-- $behind, $article, $alternative and $setFind leave the rows behind a figure (see explain): $behind narrows, $article
-- names articles, $alternative GTINs of their alternatives; $setFind searches the set's provider product too.
-- $sortBy: qtySum, efPreisSum, pPreisSum, turnoverPotential, customersGain, publicPriceDifference, deductibleBefore,
-- deductibleAfter, distributionShareBefore, distributionShareAfter (descending, unknown last), alphabetical or
-- alphabetical_alternative; ties by name, then GTIN; articles that the catalogue does not know stand last. $limit and $offset: rows of a page, null for all. $today (YYYY-MM-DD) and $newStockoutDays decide what is new.
with
-- The rows of the page and what they are sorted by; packs apart from CHF, since their common type is wider and slower.
page as (
  select
    rowid as place,
    case when $sortBy::varchar = 'qtySum' then quantity end as packs,
    case $sortBy::varchar
      when 'efPreisSum' then ex_factory_sum
      when 'pPreisSum' then public_sum
      when 'turnoverPotential' then turnover_potential
      when 'customersGain' then customers_gain
      when 'publicPriceDifference' then public_price_difference
      when 'deductibleBefore' then deductible_before
      when 'deductibleAfter' then deductible_after
      when 'distributionShareBefore' then distribution_share_before
      when 'distributionShareAfter' then distribution_share_after
    end as figure,
    case when $sortBy::varchar = 'alphabetical_alternative' then alternative_name_order end as alternative_place
  from assortment
  where general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and product_filter($general::varchar[], biological, exclusive, provider, alternative_exclusive)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
    and id_filter($focusGroup::varchar[], focus_group_ids)
    and behind_filter($behind::varchar[], provider, atc, set_articles)
    and has_filter($behind::varchar[], molecule)
    and has_filter($behind::varchar[], atc_group)
    and has_filter($behind::varchar[], manufacturer)
    and known_filter($behind::varchar[], matched, ex_factory_price, alternative_gtin, alternative_ex_factory_price)
    and find_filter($find::varchar[], product_name, gtin, pharmacode, null, null, null, null)
    and find_filter($setFind::varchar[], product_name, gtin, pharmacode, null, alternative_name, set_gtin, alternative_pharmacode)
    and name_filter($article::varchar[], article)
    and name_filter($alternative::varchar[], alternative_gtin)
  order by packs desc nulls last, figure desc nulls last, alternative_place nulls last, name_order nulls last, article
  limit $limit::bigint
  offset $offset::bigint
)
select
  gtin as "gtin",
  pharmacode as "pharmacode1",
  alternative_pharmacode as "pharmacode2",
  product_name as "productName",
  alternative_gtin as "alternativeGTIN",
  alternative_name as "alternativeProductName",
  quantity::double as "qtySum1",
  case when alternative_gtin is not null then coalesce(alternative_quantity, 0) end::double as "qtySum2",
  ex_factory_sum::double as "efPreisSum",
  public_sum::double as "pPreisSum",
  alternative_ex_factory_price::double as "efPreis2",
  turnover_potential::double as "turnoverPotential",
  customers_gain::double as "customersGain",
  public_price_difference::double as "publicPriceDifference",
  deductible_before::double as "deductibleBefore",
  deductible_after::double as "deductibleAfter",
  distribution_share_before::double as "distributionShareBefore",
  distribution_share_after::double as "distributionShareAfter",
  sb20 as "sB20",
  exclusive and provider as "providerExclusive1",
  case when alternative_gtin is not null then alternative_exclusive end as "providerExclusive2",
  co_marketing as "coMarketing",
  case when alternative_gtin is not null then alternative_co_marketing end as "coMarketing2",
  sl as "sL1",
  case when alternative_gtin is not null then alternative_sl end as "sL2",
  case when stocked_out then stockout_expected_delivery end as "deliverability1",
  case when alternative_stocked_out then alternative_stockout_expected_delivery end as "deliverability2",
  stocked_out and stockout_expected_week as "deliverabilityWeek1",
  alternative_stocked_out and alternative_stockout_expected_week as "deliverabilityWeek2",
  case when stocked_out then stockout_status end as "deliverabilityStatus1",
  case when alternative_stocked_out then alternative_stockout_status end as "deliverabilityStatus2",
  case when stocked_out then stockout_updated_on end::varchar as "deliverabilityUpdate1",
  case when alternative_stocked_out then alternative_stockout_updated_on end::varchar as "deliverabilityUpdate2",
  case when stocked_out then stockout_reported_on end::varchar as "deliverabilityReportingDate1",
  case when alternative_stocked_out then alternative_stockout_reported_on end::varchar as "deliverabilityReportingDate2",
  case when alternative_stocked_out then alternative_stockout_comment end as "deliverabilityComment2",
  alternative_back_in_stock_on::varchar as "backInStockDate2",
  stocked_out as "stockOut1",
  discontinued as "discontinued1",
  case when alternative_gtin is not null then alternative_stocked_out end as "stockOut2",
  coalesce(went_missing_on > $today::date - $newStockoutDays::integer, false) as "newStockout1",
  coalesce(alternative_went_missing_on > $today::date - $newStockoutDays::integer, false) as "newStockout2",
  coalesce(alternative_back_in_stock_on >= $today::date - interval 4 month, false) as "backInStock2",
  manufacturer::varchar as "manufacturer",
  molecule::varchar as "molecule",
  atc::varchar as "atc",
  atc_group::varchar as "atcCategory",
  origin::varchar as "origin",
  ex_factory_price::double as "efPreis1",
  public_price::double as "pPreis1",
  alternative_public_price::double as "pPreis2",
  pack_factor as "packFactor",
  set_gtin::varchar as "setGTIN",
  article as "article"
from page
join assortment on assortment.rowid = page.place
order by packs desc nulls last, figure desc nulls last, alternative_place nulls last, name_order nulls last, article
