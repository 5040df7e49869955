-- Duplicate products: one row per competitor's article (fields ending in 1) of an interchangeable set of which two or
-- more articles are bought; the fields ending in 2 are those of the set's provider product, bought (qty2 > 0) or not.
-- Quantities in packs; prices per pack and potential in CHF, ex-factory without VAT, public with VAT; the potential is
-- unknown (null) while the provider's product has no price.
-- $find leaves articles of which, or of the set's provider product, name, GTIN or Pharmacode have all of its words, whatever
-- their case and accents.
-- $sortBy: alphabetical (sets in the order of the provider product's name, then GTIN) or turnoverPotential (sets by the sum of
-- their rows, largest first, ties in that order); within a set the largest potential first (unknown last), then by name.
with
-- The articles that are left.
articles as (
  select *
  from assortment
  where alternative_gtin is not null
    and set_articles >= 2
    and find_filter($find::varchar[], product_name, gtin, pharmacode, null, alternative_name, set_gtin, alternative_pharmacode)
),
-- What their sets are worth.
sets as (
  select set_gtin as gtin, coalesce(sum(turnover_potential), 0) as turnover_potential
  from articles
  group by set_gtin
)
select
  articles.gtin as "gtiN1",
  alternative_gtin as "gtiN2",
  product_name as "description1",
  alternative_name as "description2",
  quantity::double as "qty1",
  coalesce(alternative_quantity, 0)::double as "qty2",
  ex_factory_price::double as "efPreis1",
  alternative_ex_factory_price::double as "efPreis2",
  public_price::double as "pPreis1",
  alternative_public_price::double as "pPreis2",
  articles.turnover_potential::double as "turnoverPotential"
from articles
join sets on sets.gtin = articles.set_gtin
order by
  case when $sortBy::varchar = 'turnoverPotential' then sets.turnover_potential end desc nulls last,
  alternative_name_order,
  articles.turnover_potential desc nulls last,
  name_order
