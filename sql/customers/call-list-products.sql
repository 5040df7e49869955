-- The products of the call list: one row per statistic of $statistics and product, see call-list.sql; of each statistic
-- what is discontinued first, then by potential per month (unknown last), then by name.
with
mine as (
  select * from customers_of($statistics::varchar, $months::varchar)
)
select
  mine.statistic as "statistic",
  o.gtin as "gtin",
  o.product_name as "productName",
  o.manufacturer::varchar as "manufacturer",
  o.stockout_reported_on::varchar as "reportedOn",
  d.known_since_at_least as "knownSinceAtLeast",
  o.stockout_expected_delivery as "expectedDelivery",
  o.stockout_expected_week as "expectedWeek",
  d.list_on::varchar as "listDate",
  d.discontinued as "discontinued",
  o.alternative_gtin as "alternativeGTIN",
  o.alternative_name as "alternativeProductName",
  bought.quantity::double as "packs",
  (bought.quantity / months)::double as "packsPerMonth",
  (
    ((2 * (bought.turnover_potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  )::double as "potentialPerMonth",
  (
    ((2 * (12 * bought.turnover_potential * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
  )::double as "potentialPerYear"
from bought
join mine on mine.statistic = bought.statistic
join offers o on o.name_order = bought.product
join deliverability d on d.gtin = o.gtin
where bought.product in (from deliverable())
order by mine.place, d.discontinued desc, bought.turnover_potential desc nulls last, o.name_order
