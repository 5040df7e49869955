-- Report on gaps of the portfolio: molecules that customers buy and of which the provider offers nothing at all, neither a
-- product nor an alternative to one. One row per molecule, turnover descending, then packs, then name (de-CH).
-- $products (name_order) and $packs: one entry per product that is bought, $molecules (as scout-gaps.sql numbers them) and
-- $customers: one per molecule, with commas between them. turnover: CHF, packs × ex-factory price, of products with a price;
-- unpriced: products bought without one. manufacturers: whose products are bought, by their turnover, makers how many.
with
bought as (
  select
    unnest(string_split($products::varchar, ','))::integer as product,
    unnest(string_split($packs::varchar, ','))::bigint as packs
  where $products::varchar <> ''
),
buyers as (
  select
    unnest(string_split($molecules::varchar, ','))::integer as molecule,
    unnest(string_split($customers::varchar, ','))::integer as customers
  where $molecules::varchar <> ''
),
offered as (
  select distinct molecule from offers where molecule is not null and (provider or alternative_gtin is not null)
),
makers as (
  select
    o.molecule,
    o.manufacturer,
    count(*) as products,
    count(*) filter (o.ex_factory_price is null) as unpriced,
    sum(b.packs) as packs,
    sum(b.packs * o.ex_factory_price) as turnover,
    min(o.atc)::varchar as atc
  from bought b
  join offers o on o.name_order = b.product
  where o.molecule is not null and o.molecule not in (select molecule from offered)
  group by o.molecule, o.manufacturer
)
select
  m.molecule::varchar as "molecule",
  min(m.atc) as "atc",
  b.customers as "customers",
  sum(m.packs)::double as "packs",
  coalesce(sum(m.turnover), 0)::double as "turnover",
  sum(m.products)::integer as "boughtProducts",
  sum(m.unpriced)::integer as "unpriced",
  count(m.manufacturer)::integer as "makers",
  string_agg(m.manufacturer::varchar, ', ' order by m.turnover desc nulls last, m.packs desc, m.manufacturer)
    as "manufacturers"
from makers m
join buyers b on b.molecule = enum_code(m.molecule)::integer
group by m.molecule, b.customers
order by "turnover" desc, "packs" desc, m.molecule
