-- Every focus group, by name.
-- list
select
  id as "focusGroupID",
  name,
  (select coalesce(jsonb_agg(jsonb_build_object('molecule', each) order by place), '[]')
   from unnest(molecules) with ordinality as members (each, place)) as molecules,
  (select coalesce(jsonb_agg(jsonb_build_object('gtin', each) order by place), '[]')
   from unnest(gtins) with ordinality as members (each, place)) as products,
  version
from focus_groups
order by lower(name), id;

-- insert
insert into focus_groups (name, molecules, gtins)
values ($name, array(select jsonb_array_elements($molecules) ->> 'molecule'),
  array(select jsonb_array_elements($products) ->> 'gtin'))
returning id;

-- update
update focus_groups
set name = $name, molecules = array(select jsonb_array_elements($molecules) ->> 'molecule'),
  gtins = array(select jsonb_array_elements($products) ->> 'gtin')
where id = $id;

-- delete
delete from focus_groups where id = $id;
