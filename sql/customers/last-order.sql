-- What has become of an order: one row per product, in the order of $gtins. state: bought; competitor where it is not, but an
-- article is that it is the alternative of; else neither. Packs of the statistic's period; CHF at ex-factory prices per year,
-- half up to the centime, unknown (null) without a price. The last columns say of all rows how many were ordered, are bought
-- and are a competitor's, what those bought with a price turn over per year, and how many of them have none.
with
ordered as (
  select unnest($gtins::varchar[]) as gtin, generate_subscripts($gtins::varchar[], 1) as place
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
  gtin as "gtin",
  state as "state",
  quantity::double as "packsBought",
  per_year::double as "turnoverPerYear",
  articles::integer as "competitorArticles",
  competitors_quantity::double as "competitorPacks",
  (count(*) over ())::integer as "allOrdered",
  (count(*) filter (state = 'bought') over ())::integer as "allBought",
  (count(*) filter (state = 'competitor') over ())::integer as "allCompetitor",
  (sum(per_year) over ())::double as "allTurnoverPerYear",
  (count(*) filter (per_year is null) over ())::integer as "allWithoutPrice"
from yearly
order by place
