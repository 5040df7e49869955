-- Articles behind a cart: one row per article bought with an alternative (rank 1) which the filters leave. Quantity in packs.
-- $gtin: GTIN of the provider's product that the articles are to have as alternative; null for all.
-- $general (match, available_match, sb20, stock_out, co, discontinued, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; $type (generika, original, others), $molecule, $manufacturer (names),
-- $atc (codes of any level, by prefix) and $focusGroup (ids) widen within themselves.
-- By name of the alternative; within one the largest quantity first, then by name.
select
  article as "article",
  gtin as "gtin",
  pharmacode as "pharmacode",
  product_name as "description",
  manufacturer::varchar as "manufacturer",
  quantity::double as "qty",
  pack_factor as "packFactor",
  alternative_gtin as "alternativeGTIN"
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
order by alternative_name_order, quantity desc, name_order
