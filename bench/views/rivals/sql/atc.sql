select
  atc_group,
  count(*),
  cast(sum(quantity) as double precision),
  cast(sum(ex_factory_sum) as double precision) / 100,
  cast(sum(public_sum) as double precision) / 100,
  cast(sum(turnover_potential) as double precision) / 100
from assortment
where atc_group is not null
group by atc_group
order by sum(turnover_potential) desc, atc_group
