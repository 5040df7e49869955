select
  m.name,
  m.name,
  count(*),
  cast(sum(turnover_potential) as double precision) / 100
from assortment
join molecules m on m.id = molecule_id
group by m.id, m.name
order by m.id
