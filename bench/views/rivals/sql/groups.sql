-- {group}: the column that articles are grouped by; {names}: the table of its names.
select
  m.name,
  count(*),
  cast(sum(quantity) as double precision),
  cast(sum(ex_factory_sum) as double precision) / 100,
  cast(sum(public_sum) as double precision) / 100,
  cast(sum(turnover_potential) as double precision) / 100
from assortment
join {names} m on m.id = {group}
group by m.id, m.name
order by sum(turnover_potential) desc, m.id
