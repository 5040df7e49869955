-- The notice of a statistic's change names its link and its id, for caches that know it by one of them:
-- `statistic:<link> <id>`.
create or replace function notify_change() returns trigger language plpgsql as $$
declare
  name text;
  part text;
  key text;
begin
  foreach name in array tg_argv[1:] loop
    execute format('select ($1).%I::text', name) into part using coalesce(new, old);
    key := concat_ws(' ', key, part);
  end loop;
  perform pg_notify('changes', tg_argv[0] || ':' || coalesce(key, ''));
  return null;
end
$$;
drop trigger notify_change on statistics;
create trigger notify_change after update or delete on statistics
  for each row execute function notify_change('statistic', 'direct_link_id', 'id');
