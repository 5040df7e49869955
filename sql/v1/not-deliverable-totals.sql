-- Totals of what is not deliverable now: one row, the figures of all articles that the filters of not-deliverable.sql
-- leave, and their number. Quantities in packs, sums in CHF. A potential that is not known (its alternative has no price)
-- adds nothing; per month the sum is divided by the statistic's months and rounded half up to the centime, once.
-- $general (match, available_match, sb20, co, discontinued) narrow; $type (generika, original, others), $molecule, $manufacturer (names)
-- and $atc (codes of any level, by prefix) widen within themselves.
with
-- The sums of the whole period.
sums as (
  select
    count(*) as articles,
    coalesce(sum(quantity), 0) as quantity,
    coalesce(sum(turnover_potential), 0) as potential,
    coalesce(sum(customers_gain), 0) as gain,
    coalesce(sum(public_price_difference), 0) as public_price_difference,
    coalesce(sum(deductible_before), 0) as deductible_before,
    coalesce(sum(deductible_after), 0) as deductible_after,
    coalesce(sum(distribution_share_before), 0) as distribution_share_before,
    coalesce(sum(distribution_share_after), 0) as distribution_share_after,
    (select months from statistic) as months
  from assortment
  where stocked_out
    and general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
)
select
  articles::integer as "rowCount",
  quantity::double as "qtySum1",
  (quantity / months)::double as "packsPerMonth",
  potential::double as "turnoverPotential",
  gain::double as "customersGain",
  public_price_difference::double as "publicPriceDifference",
  deductible_before::double as "deductibleBefore",
  deductible_after::double as "deductibleAfter",
  distribution_share_before::double as "distributionShareBefore",
  distribution_share_after::double as "distributionShareAfter",
  (
    ((2 * (potential::decimal(38, 2) * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  )::double as "potentialPerMonth"
from sums
