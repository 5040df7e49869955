-- Totals of manufacturers: one row, the figures of all manufacturers that the filters of manufacturers.sql leave, and
-- their number. Quantities in packs, sums in CHF, which add what is known.
-- $general (match, sb20) narrow; $type (generika, original, others) and $molecule (names) widen within themselves.
select *
from group_totals(
  manufacturer,
  general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
)
