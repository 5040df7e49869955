with bought as materialized (select * from assortment),
sets as (
  select set_id from bought where set_id is not null group by set_id having count(*) >= 2
)
select
  d.gtin,
  a.gtin,
  d.name,
  a.name,
  cast(bought.quantity as double precision),
  cast(coalesce(offered.quantity, 0) as double precision),
  cast(p.ex_factory_price as double precision) / 100,
  cast(ap.ex_factory_price as double precision) / 100,
  cast(p.public_price as double precision) / 100,
  cast(ap.public_price as double precision) / 100,
  cast(bought.turnover_potential as double precision) / 100
from bought
join sets on sets.set_id = bought.set_id
join details d on d.id = bought.article_id
join details a on a.id = bought.alternative_id
join products p on p.id = bought.article_id
join products ap on ap.id = bought.alternative_id
left join bought offered on offered.article_id = bought.alternative_id
order by a.name_order, bought.turnover_potential desc nulls last, d.name_order
