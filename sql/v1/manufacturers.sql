-- Manufacturers: one row per manufacturer of the articles bought.
-- $general (match, sb20) narrow; $type (generika, original, others) and $molecule (names) widen within themselves.
-- $sortBy: count, qtySum (packs), efPreisSum, pPreisSum or turnoverPotential (CHF), descending; ties by name.
-- Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.
select name as "manufacturerName", "count", "qtySum", "efPreisSum", "pPreisSum", "turnoverPotential"
from groups_by(
  manufacturer,
  $sortBy::varchar,
  general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
)
order by figure desc, place
