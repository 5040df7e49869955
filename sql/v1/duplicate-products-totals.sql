-- Totals of the duplicate products: one row. rowCount: rows of duplicate-products.sql; sets: interchangeable sets;
-- articles: articles bought in them, the provider's own included. qty1: packs of competitors' articles; qty2: packs of
-- the provider's products, each counted once; turnoverPotential in CHF, of what is known.
-- $find leaves articles of which, or of the set's provider product, name, GTIN or Pharmacode have all of its words, whatever
-- their case and accents.
with
-- The interchangeable sets with two or more articles. All of a set's articles have the same alternative_quantity but the
-- provider's own product, which has none.
sets as (
  select
    count(alternative_gtin) as competitors,
    count(*) as articles,
    sum(case when alternative_gtin is not null then quantity end) as competitors_quantity,
    any_value(alternative_quantity) as provider_quantity,
    sum(turnover_potential) as turnover_potential
  from assortment
  where set_articles >= 2
    and find_filter($find::varchar[], product_name, gtin, pharmacode, null, alternative_name, set_gtin, alternative_pharmacode)
  group by set_gtin
)
select
  coalesce(sum(competitors), 0)::integer as "rowCount",
  count(*)::integer as "sets",
  coalesce(sum(articles), 0)::integer as "articles",
  coalesce(sum(competitors_quantity), 0)::double as "qty1",
  coalesce(sum(provider_quantity), 0)::double as "qty2",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from sets
