-- Adds purchases. $products (name_order), $statistics and $quantities: one entry per row, with commas between them.
insert into bought
select
  given.product,
  given.statistic,
  given.quantity,
  case
    when o.alternative_gtin is null then 0
    else turnover_potential(given.quantity, o.pack, o.alternative_pack, o.alternative_ex_factory_price)
  end
from (
  select
    unnest(string_split($products::varchar, ','))::integer as product,
    unnest(string_split($statistics::varchar, ','))::integer as statistic,
    unnest(string_split($quantities::varchar, ','))::bigint as quantity
) given
join offers o on o.name_order = given.product
