-- Grows with every change of the focus groups; part of every cache key. One row.
create table focus_group_revision (
  only_row boolean primary key default true check (only_row),
  revision integer not null
);
insert into focus_group_revision (revision) values (1);

create function focus_groups_changed() returns trigger language plpgsql as $$
declare
  grown integer;
begin
  update focus_group_revision set revision = revision + 1 returning revision into grown;
  perform pg_notify('changes', 'focusGroups:' || grown);
  return null;
end
$$;
create trigger focus_groups_changed after insert or update or delete or truncate on focus_groups
  for each statement execute function focus_groups_changed();
