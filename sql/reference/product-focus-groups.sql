-- Names of the focus groups that the product $gtin belongs to, by itself or by its molecule: one row each.
select distinct f.name as "name"
from products p
join focus_groups f on list_contains(p.focus_group_ids, f.id)
where p.gtin = $gtin::varchar
order by f.name
