with bought as materialized (select * from assortment),
duplicates as (
  select * from bought
  where set_id in (select set_id from bought where set_id is not null group by set_id having count(*) >= 2)
),
provider_products as (
  select sum(provider_article.quantity) as quantity
  from (select distinct alternative_id from duplicates where alternative_id is not null) offered
  join bought provider_article on provider_article.article_id = offered.alternative_id
)
select
  count(alternative_id),
  count(distinct set_id),
  count(*),
  cast(coalesce(sum(case when alternative_id is not null then quantity end), 0) as double precision),
  cast(coalesce((select quantity from provider_products), 0) as double precision),
  cast(coalesce(sum(turnover_potential), 0) as double precision) / 100
from duplicates
