-- What has become of orders: one row per product of $gtins, in their order; $orders has the order of each. state: bought;
-- competitor where it is not, but an article is that it is the alternative of; else neither. Packs of the statistic's period;
-- CHF at ex-factory prices per year, half up to the centime, unknown (null) without a price. otherPacks: of products
-- of the same company, molecule, form and strength with another GTIN, such as another size. The last columns say of all rows
-- of an order how many were ordered, are bought and are a competitor's, what those bought with a price turn over per
-- year, how many of them have none, and what the competitors' articles with a price turn over.
with
ordered as (
  select
    unnest($orders::varchar[])::integer as in_order,
    unnest($gtins::varchar[]) as gtin,
    generate_subscripts($gtins::varchar[], 1) as place
),
-- The competitors' articles that each product is the alternative of.
competitors as (
  select
    alternative_gtin as gtin,
    count(*) as articles,
    sum(quantity) as quantity,
    sum(ex_factory_sum) as turnover
  from assortment
  where alternative_gtin is not null
  group by alternative_gtin
),
others_alike as (
  select own.gtin, sum(bought.quantity) as quantity
  from (select distinct gtin from ordered) asked
  join products own on own.gtin = asked.gtin
  join products other
    on other.manufacturer = own.manufacturer
    and other.molecule = own.molecule
    and other.form = own.form
    and other.strength = own.strength
    and other.gtin <> own.gtin
  join assortment bought on bought.gtin = other.gtin
  group by own.gtin
),
brought as (
  select
    in_order,
    ordered.gtin,
    place,
    coalesce(bought.quantity, 0) as quantity,
    coalesce(competitors.articles, 0) as articles,
    coalesce(competitors.quantity, 0) as competitors_quantity,
    case when competitors.gtin is null then 0 else competitors.turnover end as competitors_turnover,
    coalesce(others_alike.quantity, 0) as other_packs,
    case
      when bought.gtin is not null then 'bought'
      when competitors.gtin is not null then 'competitor'
      else 'neither'
    end as state,
    case when bought.gtin is null then 0 else bought.ex_factory_sum end as turnover
  from ordered
  left join assortment bought on bought.gtin = ordered.gtin
  left join competitors on competitors.gtin = ordered.gtin
  left join others_alike on others_alike.gtin = ordered.gtin
),
yearly as (
  select
    brought.*,
    ((2 * (12 * turnover * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2) as per_year,
    ((2 * (12 * competitors_turnover * 100)::hugeint + months) // (2 * months))::decimal(36, 0) * 0.01::decimal(2, 2)
      as competitors_per_year
  from brought
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
  competitors_per_year::double as "competitorTurnoverPerYear",
  other_packs::double as "otherPacks",
  (count(*) over of_order)::integer as "allOrdered",
  (count(*) filter (state = 'bought') over of_order)::integer as "allBought",
  (count(*) filter (state = 'competitor') over of_order)::integer as "allCompetitor",
  (sum(per_year) over of_order)::double as "allTurnoverPerYear",
  (count(*) filter (per_year is null) over of_order)::integer as "allWithoutPrice",
  (sum(competitors_per_year) over of_order)::double as "allCompetitorTurnoverPerYear"
from yearly
window of_order as (partition by in_order)
order by place
