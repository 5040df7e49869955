-- The customers who buy the product $gtin: one row per statistic, potential per month descending (unknown last), then packs
-- per month, then the order in which $statistics has them. $statistics and $months: one statistic per customer and the
-- months of its period, with commas between them. Packs; CHF at the ex-factory price of the rank-1 alternative, null while
-- it has none, 0 without alternative; per month half up to the centime.
with
mine as (
  select * from customers_of($statistics::varchar, $months::varchar)
)
select
  mine.statistic as "statistic",
  quantity::double as "packs",
  (quantity / months)::double as "packsPerMonth",
  turnover_potential::double as "turnoverPotential",
  (
    ((2 * (turnover_potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  )::double as "potentialPerMonth"
from bought
join mine on mine.statistic = bought.statistic
where bought.product = (select name_order from products where gtin = $gtin::varchar)
order by "potentialPerMonth" desc nulls last, "packsPerMonth" desc, place
limit $limit::bigint
offset $offset::bigint
