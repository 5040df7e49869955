-- Header images, each with how many statistics show it, those included that can still be restored; by name.
-- list
select
  i.id,
  i.name,
  (select count(*)::integer from statistics s where s.header_image_id = i.id) as statistics
from template_images i
order by i.name, i.id;

-- insert
insert into template_images (name, content_type, content) values ($name, $type, $content) returning id;

-- update
update template_images set name = $name where id = $id;

-- delete
delete from template_images where id = $id;
