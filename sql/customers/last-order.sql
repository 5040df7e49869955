-- What has become of orders: one row per product of $gtins, in their order; $orders has the order of each. state: bought;
-- competitor where it is not, but an article is that it is the alternative of; else neither. Packs of the statistic's period;
-- CHF at ex-factory prices per year, half up to the centime, unknown (null) without a price. The last columns say of all rows
-- of an order how many were ordered, are bought and are a competitor's, what those bought with a price turn over per year, and
-- how many of them have none.
with
ordered as (
  select
    unnest($orders::varchar[])::integer as in_order,
    unnest($gtins::varchar[]) as gtin,
    generate_subscripts($gtins::varchar[], 1) as place
),
-- The competitors' articles that each product is the alternative of.
competitors as (
  select alternative_gtin as gtin, count(*) as articles, sum(quantity) as quantity
  from assortment
  where alternative_gtin is not null
  group by alternative_gtin
),
products as (
  select
    in_order,
    ordered.gtin,
    place,
    coalesce(bought.quantity, 0) as quantity,
    coalesce(competitors.articles, 0) as articles,
    coalesce(competitors.quantity, 0) as competitors_quantity,
    case
      when bought.gtin is not null then 'bought'
      when competitors.gtin is not null then 'competitor'
      else 'neither'
    end as state,
    case when bought.gtin is null then 0 else bought.ex_factory_sum end as turnover
  from ordered
  left join assortment bought on bought.gtin = ordered.gtin
  left join competitors on competitors.gtin = ordered.gtin
),
yearly as (
  select
    products.*,
    ((2 * (12 * turnover * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2) as per_year
  from products
  cross join statistic
)
select
  in_order as "order",
  gtin as "gtin",
  state as "state",
  quantity::double as "packsBought",
  per_year::double as "turnoverPerYear",
  articles::integer as "competitorArticles",
  competitors_quantity::double as "competitorPacks",
  (count(*) over of_order)::integer as "allOrdered",
  (count(*) filter (state = 'bought') over of_order)::integer as "allBought",
  (count(*) filter (state = 'competitor') over of_order)::integer as "allCompetitor",
  (sum(per_year) over of_order)::double as "allTurnoverPerYear",
  (count(*) filter (per_year is null) over of_order)::integer as "allWithoutPrice"
from yearly
window of_order as (partition by in_order)
order by place
