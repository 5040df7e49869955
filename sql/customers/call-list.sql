-- Call list: the customers who buy competitors' products that are missing now and whose alternative is deliverable: one row
-- per statistic, potential per month descending, then packs per month, then the order in which $statistics has them.
-- $statistics and $months: one statistic per customer and the months of its period, with commas between them. Packs, CHF;
-- a potential that is not known adds nothing; per month half up to the centime, once per customer. The last columns say
-- of the whole list how many customers it has and what their potentials per month add up to.
with
mine as (
  select id as statistic, place, months
  from listed($statistics::varchar)
  join (
    select unnest(string_split($months::varchar, ','))::integer as months,
      generate_subscripts(string_split($months::varchar, ','), 1) as place
    where $months::varchar <> ''
  ) using (place)
),
-- Competitors' products that are missing, with an alternative that is not.
deliverable as (
  select name_order as product
  from offers
  where stocked_out and not provider and alternative_deliverable
),
sums as (
  select
    statistic,
    count(*) as products,
    sum(quantity) as quantity,
    coalesce(sum(turnover_potential), 0) as potential
  from bought
  where product in (select product from deliverable)
  group by statistic
),
customers as (
  select
    sums.*,
    place,
    quantity / months as packs_per_month,
    (
    ((2 * (potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  ) as potential_per_month
  from sums
  join mine on mine.statistic = sums.statistic
)
select
  statistic as "statistic",
  products::integer as "products",
  quantity::double as "packs",
  packs_per_month::double as "packsPerMonth",
  potential::double as "turnoverPotential",
  potential_per_month::double as "potentialPerMonth",
  (count(*) over ())::integer as "allCustomers",
  (sum(potential_per_month) over ())::double as "allPotentialPerMonth"
from customers
order by potential_per_month desc, packs_per_month desc, place
limit $limit::bigint
offset $offset::bigint
