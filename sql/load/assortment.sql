-- One row per article bought (net quantity above 0): its lines summed, joined once with the catalogue.
-- Quantities in packs, prices and sums in CHF; ex-factory without VAT, public with VAT. What the catalogue has no price for
-- is unknown (null): a sum of the article, a potential whose alternative has no price, and a difference where either has none;
-- without alternative these are 0. What is told before and after a switch is known of both or of neither, and of none without
-- alternative: sums before and after are of the same articles.
create table assortment as
with article as (
  select
    article,
    max(product_gtin) as product_gtin,
    max(gtin) as gtin_read,
    max(pharmacode) as pharmacode_read,
    sum(line_count)::bigint as line_count,
    sum(quantity)::bigint as quantity
  from identifiers
  group by article
  having sum(quantity) > 0
),
-- What the file calls the articles that no product of the catalogue answers to.
unmatched as (
  select article, arg_min(description_read, description_row) as description_read
  from identifiers
  where description_read is not null
  group by article
),
-- The products bought that belong to an interchangeable set: the provider's product and everything it could replace.
members as (
  select article.product_gtin, o.set_gtin, o.alternative_gtin
  from article
  join offers o on o.gtin = article.product_gtin
  where o.set_gtin is not null
),
interchangeable as (
  select set_gtin, count(*)::integer as articles
  from members
  group by set_gtin
),
-- What else of its set is bought. Joined before the wide rows of the catalogue, which every further join would copy.
bought as (
  select
    article.*,
    unmatched.description_read,
    provider_article.quantity as alternative_quantity,
    interchangeable.articles as set_articles
  from article
  left join members on members.product_gtin = article.product_gtin
  left join interchangeable on interchangeable.set_gtin = members.set_gtin
  left join article provider_article on provider_article.product_gtin = members.alternative_gtin
  left join unmatched on unmatched.article = article.article
)
select
  bought.article,
  coalesce(o.gtin, bought.gtin_read) as gtin,
  coalesce(o.pharmacode, bought.pharmacode_read) as pharmacode,
  o.gtin is not null as matched,
  bought.line_count,
  bought.quantity,
  coalesce(o.product_name, bought.description_read) as product_name,
  o.name_order,
  o.manufacturer,
  coalesce(o.provider, false) as provider,
  o.atc,
  o.atc_group,
  o.molecule,
  coalesce(o.origin, 'other')::enum('original', 'generic', 'other') as origin,
  coalesce(o.sl, false) as sl,
  coalesce(o.sb20, false) as sb20,
  coalesce(o.biological, false) as biological,
  coalesce(o.co_marketing, false) as co_marketing,
  coalesce(o.exclusive, false) as exclusive,
  o.ex_factory_price,
  o.public_price,
  (bought.quantity * o.ex_factory_price)::decimal(38, 2) as ex_factory_sum,
  (bought.quantity * o.public_price)::decimal(38, 2) as public_sum,
  coalesce(o.stocked_out, false) as stocked_out,
  o.stockout_reported_on,
  o.stockout_updated_on,
  o.stockout_status,
  o.stockout_expected_delivery,
  coalesce(o.stockout_expected_week, false) as stockout_expected_week,
  o.stockout_comment,
  o.went_missing_on,
  o.back_in_stock_on,
  coalesce(o.discontinued, false) as discontinued,
  o.alternative_gtin,
  o.alternative_pharmacode,
  o.alternative_name,
  o.alternative_name_order,
  o.alternative_origin,
  o.alternative_provider,
  coalesce(o.alternative_sl, false) as alternative_sl,
  coalesce(o.alternative_co_marketing, false) as alternative_co_marketing,
  coalesce(o.alternative_exclusive, false) as alternative_exclusive,
  o.alternative_ex_factory_price,
  o.alternative_public_price,
  o.pack_factor,
  o.pack,
  o.alternative_pack,
  case
    when o.alternative_gtin is null then 0
    else half_up(bought.quantity * o.potential_parts, o.centime_parts)
  end as turnover_potential,
  case
    when o.alternative_gtin is null then 0
    else half_up(bought.quantity * o.gain_parts, o.centime_parts)
  end as customers_gain,
  case
    when o.alternative_gtin is null then 0
    else half_up(bought.quantity * o.public_difference_parts, o.centime_parts)
  end as public_price_difference,
  half_up(bought.quantity * o.deductible_parts, 100) as deductible_before,
  half_up(bought.quantity * o.alternative_deductible_parts, 100 * o.centime_parts) as deductible_after,
  half_up(bought.quantity * o.distribution_parts, rates.with_vat) as distribution_share_before,
  half_up(bought.quantity * o.alternative_distribution_parts, rates.with_vat * o.centime_parts) as distribution_share_after,
  coalesce(o.alternative_deliverable, false) as alternative_deliverable,
  coalesce(o.alternative_stocked_out, false) as alternative_stocked_out,
  o.alternative_stockout_reported_on,
  o.alternative_stockout_updated_on,
  o.alternative_stockout_status,
  o.alternative_stockout_expected_delivery,
  coalesce(o.alternative_stockout_expected_week, false) as alternative_stockout_expected_week,
  o.alternative_stockout_comment,
  o.alternative_went_missing_on,
  o.alternative_back_in_stock_on,
  o.set_gtin,
  bought.alternative_quantity,
  bought.set_articles,
  coalesce(o.focus_group_ids, []::varchar[]) as focus_group_ids
from bought
left join offers o on o.gtin = bought.product_gtin
cross join rates
-- As the product analysis sorts unless told otherwise: the rows of its first page lie together, and only they are read.
order by turnover_potential desc nulls last, o.name_order, bought.article;
