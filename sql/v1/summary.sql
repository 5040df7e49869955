-- Summary: one row, the key figures of the whole assortment. Turnover in CHF at ex-factory prices without VAT,
-- quantities in packs, quotas in whole percent (null when nothing is there to divide). Sums add what is known: an article
-- without an ex-factory price has no turnover (articlesWithoutPrice, packsWithoutPrice; among them those that match no
-- product of the catalogue: articlesUnmatched, packsUnmatched), and one whose alternative has none no potential
-- (potentialsUnknown). What the customer gains counts articles of which both prices are known.
-- notDeliverableReplaceable: those of notDeliverable whose alternative can be delivered.
with
-- The articles by their origin: three rows, so that each article is added up only once.
kinds as (
  select
    origin,
    sum(ex_factory_sum) as turnover,
    sum(case when provider then ex_factory_sum end) as turnover_provider,
    sum(turnover_potential) as potential,
    sum(customers_gain) as gain,
    sum(quantity) as quantity,
    sum(case when provider then quantity end) as quantity_provider,
    count(*) as articles,
    count(atc) as pharma_articles,
    count(case when provider then 1 end) as provider_products,
    count(alternative_gtin) as alternatives,
    count(case when sb20 then alternative_gtin end) as sb20_alternatives,
    count(case when stocked_out then 1 end) as not_deliverable,
    count(case when stocked_out and alternative_deliverable then 1 end) as not_deliverable_replaceable,
    count(*) - count(ex_factory_price) as without_price,
    sum(case when ex_factory_price is null then quantity end) as quantity_without_price,
    count(case when not matched then 1 end) as unmatched,
    sum(case when not matched then quantity end) as quantity_unmatched,
    count(*) - count(turnover_potential) as potentials_unknown
  from assortment
  group by origin
),
-- The whole assortment.
total as (
  select
    coalesce(sum(turnover), 0) as turnover,
    coalesce(sum(case when origin = 'original' then turnover end), 0) as turnover_original,
    coalesce(sum(case when origin = 'generic' then turnover end), 0) as turnover_generic,
    coalesce(sum(turnover_provider), 0) as turnover_provider,
    coalesce(sum(potential), 0) as potential,
    coalesce(sum(gain), 0) as gain,
    coalesce(sum(quantity), 0) as quantity,
    coalesce(sum(case when origin = 'original' then quantity end), 0) as quantity_original,
    coalesce(sum(case when origin = 'generic' then quantity end), 0) as quantity_generic,
    coalesce(sum(quantity_provider), 0) as quantity_provider,
    coalesce(sum(articles), 0) as articles,
    coalesce(sum(pharma_articles), 0) as pharma_articles,
    coalesce(sum(provider_products), 0) as provider_products,
    coalesce(sum(alternatives), 0) as alternatives,
    coalesce(sum(case when origin = 'generic' then alternatives end), 0) as alternatives_generic,
    coalesce(sum(case when origin = 'original' then alternatives end), 0) as alternatives_original,
    coalesce(sum(case when origin = 'original' then sb20_alternatives end), 0) as alternatives_original_sb20,
    coalesce(sum(not_deliverable), 0) as not_deliverable,
    coalesce(sum(not_deliverable_replaceable), 0) as not_deliverable_replaceable,
    coalesce(sum(without_price), 0) as without_price,
    coalesce(sum(quantity_without_price), 0) as quantity_without_price,
    coalesce(sum(unmatched), 0) as unmatched,
    coalesce(sum(quantity_unmatched), 0) as quantity_unmatched,
    coalesce(sum(potentials_unknown), 0) as potentials_unknown
  from kinds
),
-- The interchangeable sets by how many articles of them are bought: n articles each say that of the others there are n.
sizes as (
  select set_articles as size, count(*) // set_articles as sets
  from assortment
  where set_articles >= 2
  group by set_articles
),
-- Pairs, triples and larger sets.
duplicates as (
  select
    coalesce(sum(case when size = 2 then sets end), 0) as duplicates_2,
    coalesce(sum(case when size = 3 then sets end), 0) as duplicates_3,
    coalesce(sum(case when size >= 4 then sets end), 0) as duplicates_4
  from sizes
),
-- Manufacturers; apart, as molecules are: distinct counts among the sums take a quarter of the query's time.
makers as (
  select count(*) as manufacturers from (select 1 from assortment where manufacturer is not null group by manufacturer)
),
-- Molecules.
substances as (
  select count(*) as molecules from (select 1 from assortment where molecule is not null group by molecule)
)
select
  statistic.customer_name as "customerName",
  statistic.customer_external_id as "customerExternalId",
  statistic.time_information as "timeInformation",
  statistic.time_month_from as "timeMonthFrom",
  statistic.time_year_from as "timeYearFrom",
  statistic.time_month_to as "timeMonthTo",
  statistic.time_year_to as "timeYearTo",
  statistic.header_image as "headerImage",
  turnover::double as "turnoverTotal",
  turnover_original::double as "turnoverOriginal",
  turnover_generic::double as "turnoverGenericum",
  (turnover - turnover_original - turnover_generic)::double as "turnoverOthers",
  turnover_provider::double as "turnoverProvider",
  potential::double as "potentialTotal",
  gain::double as "customersGainTotal",
  whole_percent_of_chf(turnover_generic, turnover) as "genericQuota",
  quantity::double as "totalQty",
  quantity_original::double as "totalOriginalQty",
  quantity_generic::double as "totalGenericQty",
  (quantity - quantity_original - quantity_generic)::double as "totalOthersQty",
  quantity_provider::double as "totalProviderQty",
  whole_percent(quantity_generic, quantity_generic + quantity_original) as "genericPenetration",
  articles::integer as "numberOfArticles",
  pharma_articles::integer as "numberOfPharmaArticles",
  provider_products::integer as "existingProviderProducts",
  manufacturers::integer as "totalManufacturer",
  molecules::integer as "totalMolecules",
  alternatives::integer as "alternativeProvider",
  alternatives_generic::integer as "gxAlternativeProvider",
  alternatives_original::integer as "oxProvider",
  alternatives_original_sb20::integer as "oxProviderWith20Percent",
  duplicates_2::integer as "duplicateProducts2",
  duplicates_3::integer as "duplicateProducts3",
  duplicates_4::integer as "duplicateProducts4",
  not_deliverable::integer as "notDeliverable",
  not_deliverable_replaceable::integer as "notDeliverableReplaceable",
  without_price::integer as "articlesWithoutPrice",
  quantity_without_price::double as "packsWithoutPrice",
  unmatched::integer as "articlesUnmatched",
  quantity_unmatched::double as "packsUnmatched",
  potentials_unknown::integer as "potentialsUnknown",
  statistic.catalogue_revision as "catalogueRevision",
  statistic.price_date::varchar as "priceDate"
from total
cross join makers
cross join substances
cross join duplicates
cross join statistic
