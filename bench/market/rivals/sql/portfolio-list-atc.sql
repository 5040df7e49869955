-- Filter list of the ATC groups.
with counts as (
  select atc_group, count(*) as products from products where atc_group is not null group by atc_group
)
select atc_group, coalesce(name, atc_group), products
from counts
left join atc_names on code = atc_group
order by atc_group
