-- Totals of molecules: one row, the figures of all molecules that the filters of molecule.sql leave, and their number.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others), $atc (codes of any
-- level, by prefix) and $manufacturer (names) widen within themselves. Quantities in packs, sums in CHF,
-- which add what is known.
select *
from group_totals(
  molecule,
  general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and type_filter($type::varchar[], origin)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
)
