-- Call list: the customers who buy competitors' products that are missing now and whose alternative is deliverable: one row
-- per statistic. Who buys what will not come back comes first, by the potential per year of that descending; then potential
-- per month descending, then packs per month, then the order in which $statistics has them.
-- $statistics and $months: one statistic per customer and the months of its period, with commas between them. Packs, CHF;
-- a potential that is not known adds nothing; per month and per year half up to the centime, once per customer. The last
-- columns say of the whole list how many customers it has and what their potentials per month add up to.
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
  ) as potential_per_month,
    ((2 * (12 * discontinued_potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
      as discontinued_potential_per_year
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
  discontinued_products::integer as "discontinuedProducts",
  discontinued_potential_per_year::double as "discontinuedPotentialPerYear",
  (count(*) over ())::integer as "allCustomers",
  (sum(potential_per_month) over ())::double as "allPotentialPerMonth"
from customers
order by
  discontinued_products > 0 desc,
  discontinued_potential_per_year desc,
  potential_per_month desc,
  packs_per_month desc,
  place
limit $limit::bigint
offset $offset::bigint
