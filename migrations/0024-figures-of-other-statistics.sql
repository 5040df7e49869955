-- Versions that know 0023 go on with it.
-- Orders that were made from a statistic are told of by all statistics of its customer: where that is another one now, or a
-- test upload is none any more, what these have kept is out of date too.
create or replace function outdate_figures() returns trigger language plpgsql as $$
declare
  outdated integer[];
begin
  -- In one order, so that two edits never wait for each other.
  outdated := array(
    select f.statistic_id from statistic_figures f
    where f.statistic_id = new.id or (
      (old.customer_external_id, old.test_upload) is distinct from (new.customer_external_id, new.test_upload)
      and exists (select from orders o where o.statistic_id = new.id)
      and f.statistic_id in (
        select s.id from statistics s
        where s.customer_external_id in (old.customer_external_id, new.customer_external_id) and s.customer_external_id <> ''
      )
    )
    order by f.statistic_id
    for update of f
  );
  update statistic_figures set version = '' where statistic_id = any (outdated);
  return null;
end
$$;
