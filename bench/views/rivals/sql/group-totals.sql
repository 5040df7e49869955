-- {group}: the column that articles are grouped by.
select
  count(distinct {group}),
  count(*),
  cast(coalesce(sum(quantity), 0) as double precision),
  cast(coalesce(sum(ex_factory_sum), 0) as double precision) / 100,
  cast(coalesce(sum(public_sum), 0) as double precision) / 100,
  cast(coalesce(sum(turnover_potential), 0) as double precision) / 100
from assortment
where {group} is not null
