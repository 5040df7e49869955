-- What if: one row, the figures of the whole assortment as they are, and as they were (…After) if what is chosen were bought from
-- the provider instead; …Change is the latter less the former. Turnover and potential in CHF at ex-factory prices without VAT, quotas in
-- whole percent and as they are, in percent to four decimals (…Exact); null when nothing is there to divide. Sums add what is
-- known: an article without a price has no turnover, what is bought instead has where its price is known.
-- $chosen: product:…, set:…, molecule:…, manufacturer:…, all (whose alternative can be delivered) or none; with its own share in
-- front, 0.25@product:…. $share: the share that switches of what has none of its own. $benchmark: whole percent of generic
-- penetration, to which the fewest further articles switch; null for none (see load/what-if.sql).
-- What moves is rounded as the potential is, half up to the centime per article: what is not bought any more (packs × price), what is
-- instead (packs × pack factor × price) and what could still switch, and what the customer gains of what switches.
-- gainsUnknown: articles that switch of which a price is unknown, or that of the alternative. toBenchmark: articles that switch for
-- the benchmark.
with
-- What switches, and what that moves: away from the article, to its alternative, what is left to switch, what the customer gains.
moves as materialized (
  select
    origin,
    manufacturer,
    set_gtin,
    turnover_potential,
    name_order,
    alternative_name_order,
    alternative_quantity,
    alternative_origin,
    alternative_provider,
    parts,
    parts_of,
    packs,
    generics,
    originals,
    step,
    away,
    instead,
    gain,
    turnover_potential(
      quantity::hugeint * (parts_of - parts), pack, parts_of * alternative_pack, alternative_ex_factory_price
    ) as potential_left
  from moving($chosen::varchar[], $share::varchar, $benchmark::integer)
),
-- The whole assortment as it is.
bought as (
  select
    coalesce(sum(ex_factory_sum), 0) as turnover,
    coalesce(sum(case when origin = 'original' then ex_factory_sum end), 0) as turnover_original,
    coalesce(sum(case when origin = 'generic' then ex_factory_sum end), 0) as turnover_generic,
    coalesce(sum(case when provider then ex_factory_sum end), 0) as turnover_provider,
    coalesce(sum(turnover_potential), 0) as potential,
    10000 * coalesce(sum(case when origin = 'original' then quantity end), 0)::hugeint as originals,
    10000 * coalesce(sum(case when origin = 'generic' then quantity end), 0)::hugeint as generics
  from assortment
),
-- What the switch changes of it.
moved as (
  select
    coalesce(sum(instead), 0) - coalesce(sum(away), 0) as turnover,
    coalesce(sum(case when alternative_origin = 'original' then instead end), 0)
      - coalesce(sum(case when origin = 'original' then away end), 0) as turnover_original,
    coalesce(sum(case when alternative_origin = 'generic' then instead end), 0)
      - coalesce(sum(case when origin = 'generic' then away end), 0) as turnover_generic,
    coalesce(sum(case when alternative_provider then instead end), 0) as turnover_provider,
    coalesce(sum(potential_left), 0) - coalesce(sum(turnover_potential), 0) as potential,
    coalesce(sum(originals), 0)::hugeint as originals,
    coalesce(sum(generics), 0)::hugeint as generics,
    count(step) as steps,
    count(*) as switching,
    coalesce(sum(packs), 0)::decimal(34, 0) * 0.0001::decimal(4, 4) as switching_packs,
    coalesce(sum(gain), 0) as gain,
    count(*) - count(gain) as gains_unknown
  from moves
),
-- Both.
figures as (
  select
    b.*,
    b.turnover + m.turnover as turnover_after,
    b.turnover_original + m.turnover_original as turnover_original_after,
    b.turnover_generic + m.turnover_generic as turnover_generic_after,
    b.turnover_provider + m.turnover_provider as turnover_provider_after,
    b.potential + m.potential as potential_after,
    b.originals + m.originals as originals_after,
    b.generics + m.generics as generics_after,
    m.steps,
    m.switching,
    m.switching_packs,
    m.gain,
    m.gains_unknown
  from bought b
  cross join moved m
),
-- Their quotas.
quotas as (
  select
    *,
    $benchmark::integer as benchmark,
    whole_percent_of_chf(turnover_generic, turnover) as generic_quota,
    whole_percent_of_chf(turnover_generic_after, turnover_after) as generic_quota_after,
    whole_percent(generics, generics + originals) as generic_penetration,
    whole_percent(generics_after, generics_after + originals_after) as generic_penetration_after,
    round(100 * generics / nullif(generics + originals, 0), 4) as penetration,
    round(100 * generics_after / nullif(generics_after + originals_after, 0), 4) as penetration_after
  from figures
),
-- Articles before and after: what is bought, what is not any more, and what is bought instead without being there already. By
-- name_order, which is as much a product's own as its GTIN: numbers are faster to join by than text.
counted as (
  select manufacturer, set_gtin, 1 as before, 1 as after
  from assortment
  union all
  select manufacturer, set_gtin, 0, -1
  from moves
  where parts = parts_of
  union all
  select o.manufacturer, o.set_gtin, 0, 1
  from (
    select distinct alternative_name_order as name_order
    from moves
    where alternative_quantity is null
      or alternative_name_order in (select name_order from moves where parts = parts_of)
  ) alternative
  join offers o on o.name_order = alternative.name_order
),
-- Manufacturers.
makers as (
  select
    count(case when before > 0 then 1 end) as manufacturers,
    count(case when after > 0 then 1 end) as manufacturers_after
  from (
    select sum(before) as before, sum(after) as after
    from counted
    where manufacturer is not null
    group by manufacturer
  )
),
-- Interchangeable sets of which two or more are bought.
sets as (
  select
    count(case when before >= 2 then 1 end) as duplicates,
    count(case when after >= 2 then 1 end) as duplicates_after
  from (
    select sum(before) as before, sum(after) as after
    from counted
    where set_gtin is not null
    group by set_gtin
  )
)
select
  turnover::double as "turnoverTotal",
  turnover_after::double as "turnoverTotalAfter",
  (turnover_after - turnover)::double as "turnoverTotalChange",
  turnover_original::double as "turnoverOriginal",
  turnover_original_after::double as "turnoverOriginalAfter",
  (turnover_original_after - turnover_original)::double as "turnoverOriginalChange",
  turnover_generic::double as "turnoverGenericum",
  turnover_generic_after::double as "turnoverGenericumAfter",
  (turnover_generic_after - turnover_generic)::double as "turnoverGenericumChange",
  (turnover - turnover_original - turnover_generic)::double as "turnoverOthers",
  (turnover_after - turnover_original_after - turnover_generic_after)::double as "turnoverOthersAfter",
  ((turnover_after - turnover_original_after - turnover_generic_after) - (turnover - turnover_original - turnover_generic))::double as "turnoverOthersChange",
  turnover_provider::double as "turnoverProvider",
  turnover_provider_after::double as "turnoverProviderAfter",
  (turnover_provider_after - turnover_provider)::double as "turnoverProviderChange",
  potential::double as "potentialTotal",
  potential_after::double as "potentialTotalAfter",
  (potential_after - potential)::double as "potentialTotalChange",
  generic_quota as "genericQuota",
  generic_quota_after as "genericQuotaAfter",
  generic_quota_after - generic_quota as "genericQuotaChange",
  generic_penetration as "genericPenetration",
  generic_penetration_after as "genericPenetrationAfter",
  generic_penetration_after - generic_penetration as "genericPenetrationChange",
  manufacturers::integer as "totalManufacturer",
  manufacturers_after::integer as "totalManufacturerAfter",
  (manufacturers_after - manufacturers)::integer as "totalManufacturerChange",
  duplicates::integer as "duplicateProducts",
  duplicates_after::integer as "duplicateProductsAfter",
  (duplicates_after - duplicates)::integer as "duplicateProductsChange",
  penetration as "genericPenetrationExact",
  penetration_after as "genericPenetrationExactAfter",
  case
    when benchmark is not null
    then generics_after > 0 and (100 - benchmark) * generics_after >= benchmark * originals_after
  end as "benchmarkReached",
  coalesce(steps, 0)::integer as "toBenchmark",
  switching::integer as "switchingArticles",
  switching_packs::double as "switchingPacks",
  gain::double as "customersGain",
  gains_unknown::integer as "gainsUnknown"
from quotas
cross join makers
cross join sets
