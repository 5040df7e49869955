-- Report on gaps of the portfolio: what customers buy and the provider offers nothing for. One row per product, turnover
-- descending (unknown last), then packs, then name. $products (name_order), $customers and $packs: one entry per product that
-- is bought, with commas between them. turnover: CHF, packs × ex-factory price; null: no price is known.
-- offersMolecule: the provider has another product of the molecule, or an alternative to one; null without molecule.
-- competitors: manufacturers in the catalogue with products of the molecule, the provider's companies aside.
with
bought as (
  select
    unnest(string_split($products::varchar, ','))::integer as product,
    unnest(string_split($customers::varchar, ','))::integer as customers,
    unnest(string_split($packs::varchar, ','))::bigint as packs
  where $products::varchar <> ''
),
molecules as (
  select
    molecule,
    bool_or(provider or alternative_gtin is not null) as offered,
    count(distinct manufacturer) filter (not provider) as competitors
  from offers
  where molecule is not null
  group by molecule
)
select
  o.gtin as "gtin",
  o.pharmacode as "pharmacode",
  o.product_name as "product",
  o.manufacturer::varchar as "manufacturer",
  o.molecule::varchar as "molecule",
  o.atc::varchar as "atc",
  o.origin::varchar as "origin",
  o.sl as "sl",
  b.customers as "customers",
  b.packs::double as "packs",
  o.ex_factory_price::double as "price",
  (b.packs * o.ex_factory_price)::double as "turnover",
  m.offered as "offersMolecule",
  m.competitors::integer as "competitors"
from bought b
join offers o on o.name_order = b.product
left join molecules m on m.molecule = o.molecule
order by "turnover" desc nulls last, b.packs desc, o.name_order
