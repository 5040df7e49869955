select
  atc_group,
  coalesce(n.name, atc_group),
  count(*),
  cast(coalesce(sum(turnover_potential), 0) as double precision) / 100
from assortment
left join atc_names n on n.code = atc_group
where atc_group is not null
group by atc_group, n.name
order by atc_group
