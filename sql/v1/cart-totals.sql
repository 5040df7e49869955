-- Totals of the cart: one row. rowCount: rows of cart.sql under the same filters, products listed in any case aside;
-- articles: articles bought that they could replace; turnoverPotential, customersGain, publicPriceDifference,
-- and deductible and distribution share before and after in CHF, of what is known of the articles.
-- $general (match, available_match, sb20, stock_out, co, discontinued, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; $type (generika, original, others), $molecule, $manufacturer (names),
-- $atc (codes of any level, by prefix) and $focusGroup (ids) widen within themselves.
select
  count(distinct alternative_gtin)::integer as "rowCount",
  count(*)::integer as "articles",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential",
  coalesce(sum(customers_gain), 0)::double as "customersGain",
  coalesce(sum(public_price_difference), 0)::double as "publicPriceDifference",
  coalesce(sum(deductible_before), 0)::double as "deductibleBefore",
  coalesce(sum(deductible_after), 0)::double as "deductibleAfter",
  coalesce(sum(distribution_share_before), 0)::double as "distributionShareBefore",
  coalesce(sum(distribution_share_after), 0)::double as "distributionShareAfter"
from assortment
where alternative_gtin is not null
  and general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
  and missing_filter($general::varchar[], discontinued)
  and product_filter($general::varchar[], biological, exclusive, provider, alternative_exclusive)
  and type_filter($type::varchar[], origin)
  and name_filter($molecule::varchar[], molecule)
  and atc_filter($atc::varchar[], atc)
  and name_filter($manufacturer::varchar[], manufacturer)
  and id_filter($focusGroup::varchar[], focus_group_ids)
