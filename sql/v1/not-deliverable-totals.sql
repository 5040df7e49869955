-- Totals of what is not deliverable now: one row, the figures of all articles that the filters of not-deliverable.sql
-- leave, and their number. Quantities in packs, sums in CHF. A potential that is not known (its alternative has no price)
-- counts as nothing; per month the sum is divided by the statistic's months and rounded half up to the centime, once.
-- $general (match, available_match, sb20, co) narrow; $type (generika, original, others), $molecule, $manufacturer (names)
-- and $atc (codes of any level, by prefix) widen within themselves.
with
-- The sums of the whole period.
sums as (
  select
    count(*) as articles,
    coalesce(sum(quantity), 0) as quantity,
    coalesce(sum(turnover_potential), 0) as potential,
    (select months from statistic) as months
  from filtered_assortment(
    chosen_general := $general::varchar[],
    chosen_type := $type::varchar[],
    chosen_molecule := $molecule::varchar[],
    chosen_atc := $atc::varchar[],
    chosen_manufacturer := $manufacturer::varchar[]
  )
  where stocked_out
)
select
  articles::integer as "rowCount",
  quantity::double as "qtySum1",
  (quantity / months)::double as "packsPerMonth",
  potential::double as "turnoverPotential",
  (
    ((2 * (potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  )::double as "potentialPerMonth"
from sums
