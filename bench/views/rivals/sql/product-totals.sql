with bought as materialized (select * from assortment),
provider_products as (
  select sum(provider_article.quantity) as quantity
  from (select distinct alternative_id from bought where alternative_id is not null) offered
  join bought provider_article on provider_article.article_id = offered.alternative_id
)
select
  count(*),
  cast(coalesce(sum(quantity), 0) as double precision),
  cast(coalesce((select quantity from provider_products), 0) as double precision),
  cast(coalesce(sum(ex_factory_sum), 0) as double precision) / 100,
  cast(coalesce(sum(public_sum), 0) as double precision) / 100,
  cast(coalesce(sum(turnover_potential), 0) as double precision) / 100
from bought
