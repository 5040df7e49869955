select
  m.name,
  count(*),
  cast(sum(quantity) as double precision),
  cast(sum(ex_factory_sum) as double precision) / 100,
  cast(sum(public_sum) as double precision) / 100,
  cast(sum(turnover_potential) as double precision) / 100
from assortment
join molecules m on m.id = molecule_id
group by m.id, m.name
order by sum(turnover_potential) desc, m.id
