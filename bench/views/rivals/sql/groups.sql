-- {group}: the column that articles are grouped by; {names}: the table of its names; {filter}: which articles; {sum}: the
-- sum that comes first.
select
  m.name,
  count(*),
  cast(sum(quantity) as double precision),
  cast(sum(ex_factory_sum) as double precision) / 100,
  cast(sum(public_sum) as double precision) / 100,
  cast(sum(turnover_potential) as double precision) / 100
from assortment
join {names} m on m.id = {group}
where {filter}
group by m.id, m.name
order by sum({sum}) desc, m.id
