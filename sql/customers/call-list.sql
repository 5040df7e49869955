-- Call list: the customers who buy competitors' products that are missing now and whose alternative is deliverable: one row
-- per statistic, potential per month descending, then packs per month, then the order in which $statistics has them.
-- $statistics and $months: one statistic per customer and the months of its period, with commas between them. Packs, CHF;
-- a potential that is not known adds nothing; per month half up to the centime, once per customer. The last columns say
-- of the whole list how many customers it has and what their potentials per month add up to.
with
mine as (
  select * from customers_of($statistics::varchar, $months::varchar)
),
customers as (
  select
    bought.*,
    place,
    quantity / months as packs_per_month,
    (
    ((2 * (turnover_potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  ) as potential_per_month
  from bought_deliverable bought
  join mine on mine.statistic = bought.statistic
)
select
  statistic as "statistic",
  products::integer as "products",
  quantity::double as "packs",
  packs_per_month::double as "packsPerMonth",
  turnover_potential::double as "turnoverPotential",
  potential_per_month::double as "potentialPerMonth",
  (count(*) over ())::integer as "allCustomers",
  (sum(potential_per_month) over ())::double as "allPotentialPerMonth"
from customers
order by potential_per_month desc, packs_per_month desc, place
limit $limit::bigint
offset $offset::bigint
