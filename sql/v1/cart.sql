-- Cart: one row per product of the provider that is the alternative (rank 1) of an article bought which the filters leave.
-- availableQuantity: packs of it that those articles make, quantity × pack factor, half up to the ten-thousandth of their
-- sum; quantityProvider: packs of it bought already. Quantities in packs of the statistic's period; prices per pack and
-- turnoverPotential in CHF, ex-factory without VAT, public with VAT, unknown (null) while the product has no price;
-- customersGain, publicPriceDifference, and deductible and distribution share before and after in CHF, unknown while that of any
-- article that it could replace is; dates YYYY-MM-DD.
-- $general (match, available_match, sb20, stock_out, co, discontinued, all_except_bio, provider_exclusivities,
-- alternatives_with_provider_exclusivities) narrow; $type (generika, original, others), $molecule, $manufacturer (names),
-- $atc (codes of any level, by prefix) and $focusGroup (ids) widen within themselves: which articles, as in product.sql.
-- $also: GTINs of products of the provider that have a row in any case, of no articles where the filters leave none.
-- nextAlternative…: while the product is not deliverable, the best alternative of those articles after it that is.
-- By name, then GTIN. $today (YYYY-MM-DD) and $newStockoutDays decide what is new.
with
-- The articles that the products could replace, as far as the filters leave them. Pack sizes in thousandths where the pack factor
-- is their ratio, else null.
replaceable as (
  select
    name_order,
    alternative_name_order,
    quantity,
    pack,
    alternative_pack,
    alternative_quantity,
    turnover_potential,
    customers_gain,
    public_price_difference,
    deductible_before,
    deductible_after,
    distribution_share_before,
    distribution_share_after
  from assortment
  where alternative_gtin is not null
    and general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, stocked_out, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and product_filter($general::varchar[], biological, exclusive, provider, alternative_exclusive)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
    and id_filter($focusGroup::varchar[], focus_group_ids)
),
-- With the next alternative of those that have one. Joined by name_order, which is as much a product's own as its GTIN: numbers
-- join faster than text.
articles as (
  select replaceable.*, o.next_alternative_rank, o.next_alternative_gtin
  from replaceable
  left join offers o on o.name_order = replaceable.name_order and o.next_alternative_gtin is not null
),
-- What they make together. Where pack sizes compare they are all divided by the same one, the product's own. What of the product
-- is bought already stands with each article that it could replace.
wanted as (
  select
    alternative_name_order as name_order,
    count(*) as articles,
    any_value(alternative_quantity) as bought,
    sum(quantity::hugeint * pack) as comparable,
    any_value(alternative_pack) as own_pack,
    sum(quantity) filter (pack is null) as others,
    sum(turnover_potential) as turnover_potential,
    case when count(customers_gain) = count(*) then sum(customers_gain) end as customers_gain,
    case
      when count(public_price_difference) = count(*) then sum(public_price_difference)
    end as public_price_difference,
    case when count(deductible_before) = count(*) then sum(deductible_before) end as deductible_before,
    case when count(deductible_after) = count(*) then sum(deductible_after) end as deductible_after,
    case
      when count(distribution_share_before) = count(*) then sum(distribution_share_before)
    end as distribution_share_before,
    case
      when count(distribution_share_after) = count(*) then sum(distribution_share_after)
    end as distribution_share_after,
    arg_min(next_alternative_gtin, (next_alternative_rank, next_alternative_gtin)) as next_gtin
  from articles
  group by alternative_name_order
),
-- The rows: what the articles make, and what is listed in any case.
listed as (
  select * from wanted
  union all by name
  select
    name_order,
    0 as articles,
    bought,
    0::decimal(38, 2) as turnover_potential,
    0::decimal(38, 2) as customers_gain,
    0::decimal(38, 2) as public_price_difference,
    0::decimal(38, 2) as deductible_before,
    0::decimal(38, 2) as deductible_after,
    0::decimal(38, 2) as distribution_share_before,
    0::decimal(38, 2) as distribution_share_after
  from offers
  left join (select name_order, quantity as bought from assortment) using (name_order)
  where provider
    and gtins_name($also::varchar[], gtin)
    and name_order not in (select name_order from wanted)
),
-- Where the product can't be delivered, of the other alternatives that can be the best one.
next_alternative as (
  select wanted.name_order, n.gtin, n.pharmacode, n.product_name
  from wanted
  join offers n on n.gtin = wanted.next_gtin
)
select
  o.gtin as "gtin",
  o.pharmacode as "pharmacode",
  o.product_name as "productDescription",
  o.pack_size_text as "pack",
  o.manufacturer::varchar as "manufacturer",
  o.ex_factory_price::double as "exFactoryPrice",
  o.public_price::double as "publicPrice",
  listed.articles::integer as "articles",
  (
    (
      coalesce((20000 * listed.comparable + listed.own_pack) // (2 * listed.own_pack), 0)
        + 10000 * coalesce(listed.others, 0)::hugeint
    )::decimal(34, 0) * 0.0001::decimal(4, 4)
  )::double as "availableQuantity",
  coalesce(listed.bought, 0)::double as "quantityProvider",
  listed.turnover_potential::double as "turnoverPotential",
  listed.customers_gain::double as "customersGain",
  listed.public_price_difference::double as "publicPriceDifference",
  listed.deductible_before::double as "deductibleBefore",
  listed.deductible_after::double as "deductibleAfter",
  listed.distribution_share_before::double as "distributionShareBefore",
  listed.distribution_share_after::double as "distributionShareAfter",
  o.sb20 as "sB20",
  o.exclusive as "providerExclusive",
  o.co_marketing as "coMarketing",
  o.sl as "sL",
  o.stocked_out as "stockOut",
  o.discontinued as "discontinued",
  case when o.stocked_out then o.stockout_expected_delivery end as "deliverability",
  o.stocked_out and o.stockout_expected_week as "deliverabilityWeek",
  case when o.stocked_out then o.stockout_status end as "deliverabilityStatus",
  case when o.stocked_out then o.stockout_updated_on end::varchar as "deliverabilityUpdate",
  case when o.stocked_out then o.stockout_reported_on end::varchar as "deliverabilityReportingDate",
  case when o.stocked_out then o.stockout_comment end as "deliverabilityComment",
  coalesce(o.went_missing_on > $today::date - $newStockoutDays::integer, false) as "newStockout",
  o.back_in_stock_on::varchar as "backInStockDate",
  coalesce(o.back_in_stock_on >= $today::date - interval 4 month, false) as "backInStock",
  next_alternative.gtin as "nextAlternativeGTIN",
  next_alternative.pharmacode as "nextAlternativePharmacode",
  next_alternative.product_name as "nextAlternativeProductName"
from listed
join offers o on o.name_order = listed.name_order
left join next_alternative on next_alternative.name_order = listed.name_order
order by o.name_order
