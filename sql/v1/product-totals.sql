-- Totals of the product analysis: one row, the figures of all articles that the filters of product.sql leave, and their
-- number. Quantities in packs, sums in CHF. Sums add what is known; withoutPrice counts the articles that have no ex-factory
-- price, potentialsUnknown those whose alternative has none. The provider's packs (qtySum2) count once however many articles
-- they would replace.
-- $general (match, available_match, sb20, stock_out, co, discontinued, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; $type (generika, original, others), $molecule, $manufacturer (names),
-- $atc (codes of any level, by prefix) and $focusGroup (ids) widen within themselves.
-- $find leaves articles whose name, GTIN or Pharmacode have all of its words, whatever their case and accents.
-- $behind, $article, $alternative and $setFind leave the rows behind a figure (see explain): $behind narrows, $article
-- names articles, $alternative GTINs of their alternatives; $setFind searches the set's provider product too.
with
-- The figures of the articles that the filters leave, by their interchangeable set: all of a set's articles have the same
-- alternative_quantity but the provider's own product, which has none.
sets as (
  select
    count(*) as articles,
    sum(quantity) as quantity,
    any_value(alternative_quantity) as provider_quantity,
    sum(ex_factory_sum) as ex_factory_sum,
    sum(public_sum) as public_sum,
    sum(turnover_potential) as turnover_potential,
    sum(customers_gain) as customers_gain,
    sum(public_price_difference) as public_price_difference,
    sum(deductible_before) as deductible_before,
    sum(deductible_after) as deductible_after,
    sum(distribution_share_before) as distribution_share_before,
    sum(distribution_share_after) as distribution_share_after,
    count(*) - count(ex_factory_price) as without_price,
    count(*) - count(turnover_potential) as potentials_unknown
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
  group by set_gtin
)
select
  coalesce(sum(articles), 0)::integer as "rowCount",
  coalesce(sum(quantity), 0)::double as "qtySum1",
  coalesce(sum(provider_quantity), 0)::double as "qtySum2",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential",
  coalesce(sum(customers_gain), 0)::double as "customersGain",
  coalesce(sum(public_price_difference), 0)::double as "publicPriceDifference",
  coalesce(sum(deductible_before), 0)::double as "deductibleBefore",
  coalesce(sum(deductible_after), 0)::double as "deductibleAfter",
  coalesce(sum(distribution_share_before), 0)::double as "distributionShareBefore",
  coalesce(sum(distribution_share_after), 0)::double as "distributionShareAfter",
  coalesce(sum(without_price), 0)::integer as "withoutPrice",
  coalesce(sum(potentials_unknown), 0)::integer as "potentialsUnknown"
from sets
