-- {group}: the column that articles are grouped by; {names}: the table of its names.
select
  m.name,
  m.name,
  count(*),
  cast(coalesce(sum(turnover_potential), 0) as double precision) / 100
from assortment
join {names} m on m.id = {group}
group by m.id, m.name
order by m.id
