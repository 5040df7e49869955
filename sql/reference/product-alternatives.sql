-- What the provider offers instead of the product $gtin, and what it is offered instead of: one row each, by direction,
-- rank and name. Prices in CHF, ex-factory.
select
  'alternative' as "direction",
  a.rank as "rank",
  p.gtin as "gtin",
  p.description as "description",
  coalesce(p.manufacturer::varchar, '') as "manufacturer",
  p.ex_factory_price::double as "exFactoryPrice",
  p.name_order as name_order
from alternatives a
join products p on p.gtin = a.alternative_gtin
where a.gtin = $gtin::varchar
union all
select
  'alternativeTo' as "direction",
  a.rank,
  p.gtin,
  p.description,
  coalesce(p.manufacturer::varchar, ''),
  p.ex_factory_price::double,
  p.name_order
from alternatives a
join products p on p.gtin = a.gtin
where a.alternative_gtin = $gtin::varchar
order by "direction", "rank", name_order, "gtin"
