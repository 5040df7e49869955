-- Totals of the articles behind a cart: one row, of the rows of cart-articles.sql. qty in packs.
-- $gtin: GTIN of the provider's product that the articles are to have as alternative; null for all.
-- $general (match, available_match, sb20, stock_out, co, discontinued, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; $type (generika, original, others), $molecule, $manufacturer (names),
-- $atc (codes of any level, by prefix) and $focusGroup (ids) widen within themselves.
select
  count(*)::integer as "rowCount",
  coalesce(sum(quantity), 0)::double as "qty"
from assortment
where alternative_gtin is not null
  and ($gtin::varchar is null or alternative_gtin = $gtin::varchar)
  and general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
  and missing_filter($general::varchar[], discontinued)
  and product_filter($general::varchar[], biological, exclusive, provider, alternative_exclusive)
  and type_filter($type::varchar[], origin)
  and name_filter($molecule::varchar[], molecule)
  and atc_filter($atc::varchar[], atc)
  and name_filter($manufacturer::varchar[], manufacturer)
  and id_filter($focusGroup::varchar[], focus_group_ids)
