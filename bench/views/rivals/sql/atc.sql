select
  atc_group,
  count(*),
  cast(sum(quantity) as double precision),
  cast(coalesce(sum(ex_factory_sum), 0) as double precision) / 100,
  cast(coalesce(sum(public_sum), 0) as double precision) / 100,
  cast(coalesce(sum(turnover_potential), 0) as double precision) / 100
from assortment
where atc_group is not null
group by atc_group
order by coalesce(sum(turnover_potential), 0) desc, atc_group
