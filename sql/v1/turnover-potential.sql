-- Potential: one row per molecule, ATC group (level 1) or manufacturer of the articles bought.
-- $groupField: molecule, atc or manufacturer. Quantities in packs, sums in CHF.
-- $general (match, available_match, sb20, stock_out, co) narrow; $type (generika, original, others) widens within itself.
-- $sortBy: turnoverPotentialSum, customersGainSum, publicPriceDifferenceSum, deductibleBeforeSum, deductibleAfterSum,
-- distributionShareBeforeSum, distributionShareAfterSum, qtySum, count, efPreisSum or pPreisSum, descending; ties by name.
-- Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.
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
  case $groupField::varchar
    when 'molecule' then any_value(molecule)::varchar
    when 'atc' then any_value(atc_group)::varchar
    when 'manufacturer' then any_value(manufacturer)::varchar
  end as "name",
  sum(quantity)::double as "qtySum",
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
group by place
order by
  case $sortBy::varchar
    when 'turnoverPotentialSum' then coalesce(sum(turnover_potential), 0)
    when 'customersGainSum' then coalesce(sum(customers_gain), 0)
    when 'publicPriceDifferenceSum' then coalesce(sum(public_price_difference), 0)
    when 'deductibleBeforeSum' then coalesce(sum(deductible_before), 0)
    when 'deductibleAfterSum' then coalesce(sum(deductible_after), 0)
    when 'distributionShareBeforeSum' then coalesce(sum(distribution_share_before), 0)
    when 'distributionShareAfterSum' then coalesce(sum(distribution_share_after), 0)
    when 'qtySum' then sum(quantity)
    when 'count' then count(*)
    when 'efPreisSum' then coalesce(sum(ex_factory_sum), 0)
    when 'pPreisSum' then coalesce(sum(public_sum), 0)
  end desc,
  place
