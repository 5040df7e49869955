-- Summary: one row, the key figures of the whole assortment. Turnover in CHF at ex-factory prices without VAT,
-- quantities in packs, quotas in whole percent (null when nothing is there to divide).
with total as (
  select
    sum(ex_factory_sum) as turnover,
    sum(case when origin = 'original' then ex_factory_sum end) as turnover_original,
    sum(case when origin = 'generic' then ex_factory_sum end) as turnover_generic,
    sum(case when provider then ex_factory_sum end) as turnover_provider,
    sum(turnover_potential) as potential,
    sum(quantity) as quantity,
    sum(case when origin = 'original' then quantity end) as quantity_original,
    sum(case when origin = 'generic' then quantity end) as quantity_generic,
    sum(case when provider then quantity end) as quantity_provider,
    count(*) as articles,
    count(atc) as pharma_articles,
    count(case when provider then 1 end) as provider_products,
    count(alternative_gtin) as alternatives,
    count(case when origin = 'generic' then alternative_gtin end) as alternatives_generic,
    count(case when origin = 'original' then alternative_gtin end) as alternatives_original,
    count(case when origin = 'original' and sb20 then alternative_gtin end) as alternatives_original_sb20
  from assortment
),
-- Manufacturers; apart, as molecules are: distinct counts among the other sums take a quarter of the query's time.
makers as (
  select count(*) as manufacturers from (select 1 from assortment where manufacturer is not null group by manufacturer)
),
-- Molecules.
substances as (
  select count(*) as molecules from (select 1 from assortment where molecule is not null group by molecule)
),
-- Articles bought per interchangeable set: the provider's product and everything it could replace.
interchangeable as (
  select count(*) as articles from assortment where set_gtin is not null group by set_gtin
),
-- Such sets by the number of their articles.
duplicates as (
  select
    count(case when articles = 2 then 1 end) as twice,
    count(case when articles = 3 then 1 end) as thrice,
    count(case when articles >= 4 then 1 end) as more
  from interchangeable
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
  coalesce(turnover, 0)::double as "turnoverTotal",
  coalesce(turnover_original, 0)::double as "turnoverOriginal",
  coalesce(turnover_generic, 0)::double as "turnoverGenericum",
  (coalesce(turnover, 0) - coalesce(turnover_original, 0) - coalesce(turnover_generic, 0))::double as "turnoverOthers",
  coalesce(turnover_provider, 0)::double as "turnoverProvider",
  coalesce(potential, 0)::double as "potentialTotal",
  round(100 * coalesce(turnover_generic, 0) / nullif(turnover, 0))::integer as "genericQuota",
  coalesce(quantity, 0)::double as "totalQty",
  coalesce(quantity_original, 0)::double as "totalOriginalQty",
  coalesce(quantity_generic, 0)::double as "totalGenericQty",
  (coalesce(quantity, 0) - coalesce(quantity_original, 0) - coalesce(quantity_generic, 0))::double as "totalOthersQty",
  coalesce(quantity_provider, 0)::double as "totalProviderQty",
  round(
    100 * coalesce(quantity_generic, 0) / nullif(coalesce(quantity_generic, 0) + coalesce(quantity_original, 0), 0)
  )::integer as "genericPenetration",
  articles::integer as "numberOfArticles",
  pharma_articles::integer as "numberOfPharmaArticles",
  provider_products::integer as "existingProviderProducts",
  manufacturers::integer as "totalManufacturer",
  molecules::integer as "totalMolecules",
  alternatives::integer as "alternativeProvider",
  alternatives_generic::integer as "gxAlternativeProvider",
  alternatives_original::integer as "oxProvider",
  alternatives_original_sb20::integer as "oxProviderWith20Percent",
  twice::integer as "duplicateProducts2",
  thrice::integer as "duplicateProducts3",
  more::integer as "duplicateProducts4",
  statistic.catalogue_revision as "catalogueRevision",
  statistic.price_date::varchar as "priceDate"
from statistic
cross join total
cross join duplicates
cross join makers
cross join substances
