-- Totals of the potential: one row, the figures of all rows of turnover-potential.sql and their number.
-- $groupField: molecule, atc or manufacturer. Quantities in packs, sums in CHF, which add what is known.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others) widens within itself.
with
-- The articles with the place of their group in the order of names.
grouped as (
  select
    case $groupField::varchar
      when 'molecule' then enum_code(molecule)::integer
      when 'atc' then enum_code(atc_group)::integer
      when 'manufacturer' then enum_code(manufacturer)::integer
    end as place,
    *
  from assortment
)
select
  count(distinct place)::integer as "rowCount",
  coalesce(sum(quantity), 0)::double as "qtySum",
  count(*)::integer as "count",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotentialSum",
  coalesce(sum(customers_gain), 0)::double as "customersGainSum",
  coalesce(sum(public_price_difference), 0)::double as "publicPriceDifferenceSum",
  coalesce(sum(deductible_before), 0)::double as "deductibleBeforeSum",
  coalesce(sum(deductible_after), 0)::double as "deductibleAfterSum",
  coalesce(sum(distribution_share_before), 0)::double as "distributionShareBeforeSum",
  coalesce(sum(distribution_share_after), 0)::double as "distributionShareAfterSum"
from grouped
where place is not null
  and general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
  and type_filter($type::varchar[], origin)
