-- Versions that know 0027 go on with it.
-- As in 0026; figures are looked up by the statistics that they are of, not by reading those of all.
create or replace function outdate_figures() returns trigger language plpgsql as $$
declare
  outdated integer[];
begin
  -- In one order, so that two edits never wait for each other.
  outdated := array(
    select f.statistic_id from statistic_figures f
    where f.statistic_id in (
      select new.id
      union all
      select s.id from statistics s
      where (old.customer_external_id, old.test_upload) is distinct from (new.customer_external_id, new.test_upload)
        and (
          exists (select from orders o where o.statistic_id = new.id)
          or exists (select from scenarios c where c.statistic_id = new.id)
        )
        and s.customer_external_id in (old.customer_external_id, new.customer_external_id) and s.customer_external_id <> ''
    )
    order by f.statistic_id
    for update of f
  );
  update statistic_figures set version = '' where statistic_id = any (outdated);
  return null;
end
$$;
