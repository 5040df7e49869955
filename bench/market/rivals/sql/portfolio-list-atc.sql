-- Filter list of the ATC groups, with the stock-outs of each.
with counts as (
  select atc_group, count(*) filter (where not provider and id in (select product_id from episodes where back_in_stock_on is null)) as products
  from products
  where atc_group is not null
  group by atc_group
)
select atc_group, coalesce(name, atc_group), products
from counts
left join atc_names on code = atc_group
order by atc_group
