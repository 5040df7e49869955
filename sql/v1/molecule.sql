-- Molecules: one row per active substance, or combination of them, of the articles bought.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others), $atc (codes of any
-- level, by prefix) and $manufacturer (names) widen within themselves.
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by name.
-- Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.
select name as "moleculeName", "count", "qtySum", "efPreisSum", "pPreisSum", "turnoverPotential"
from groups_by(
  molecule,
  $sortBy::varchar,
  general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and type_filter($type::varchar[], origin)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
)
order by figure desc, place
