select
  m.name,
  count(*),
  cast(sum(quantity) as double precision),
  cast(sum(ex_factory_sum) as double precision) / 100,
  cast(sum(public_sum) as double precision) / 100,
  cast(sum(turnover_potential) as double precision) / 100
from assortment
join manufacturers m on m.id = manufacturer_id
where alternative_id is not null and origin in ('generic', 'original')
group by m.id, m.name
order by sum(ex_factory_sum) desc, m.id
