-- Totals of the duplicate products: one row. rowCount: rows of duplicate-products.sql; sets: interchangeable sets;
-- articles: articles bought in them, the provider's own included. qty1: packs of competitors' articles; qty2: packs of
-- the provider's products, each counted once; turnoverPotential in CHF.
with
-- All articles of interchangeable sets with two or more of them.
duplicates as (
  select * from assortment where set_articles >= 2
),
-- The provider's products that are offered instead, each once.
provider_products as (
  select sum(alternative_quantity) as quantity
  from (select distinct alternative_gtin, alternative_quantity from duplicates where alternative_gtin is not null)
)
select
  count(alternative_gtin)::integer as "rowCount",
  count(distinct set_gtin)::integer as "sets",
  count(*)::integer as "articles",
  coalesce(sum(case when alternative_gtin is not null then duplicates.quantity end), 0)::double as "qty1",
  coalesce(any_value(provider_products.quantity), 0)::double as "qty2",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from duplicates
cross join provider_products
