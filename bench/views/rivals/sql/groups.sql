-- {group}: the column that articles are grouped by; {names}: the table of its names; {filter}: which articles; {sum}: the
-- sum that comes first.
select
  m.name,
  count(*),
  cast(sum(quantity) as double precision),
  cast(coalesce(sum(ex_factory_sum), 0) as double precision) / 100,
  cast(coalesce(sum(public_sum), 0) as double precision) / 100,
  cast(coalesce(sum(turnover_potential), 0) as double precision) / 100
from assortment
join {names} m on m.id = {group}
where {filter}
group by m.id, m.name
order by coalesce(sum({sum}), 0) desc, m.id
