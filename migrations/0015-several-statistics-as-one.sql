-- Versions that know 0015 go on with it.
-- Several statistics as one: a row of `statistics` without a file, whose lines are those of its members, one after another.
-- What it says of them follows every edit of one: the first and the last of their months, the customer that all have in
-- common, whether there is a test upload among them. `name` is `customer_name`, which its maker gives it.
alter table statistics add column combined boolean not null default false;

-- A member that was deleted for good stays as a place without one: what it is missing in must not go on without it unnoticed.
create table statistic_members (
  statistic_id integer not null references statistics (id) on delete cascade,
  position integer not null check (position between 1 and 50),
  member_id integer references statistics (id) on delete set null,
  primary key (statistic_id, position),
  unique (statistic_id, member_id)
);
create index statistic_members_member on statistic_members (member_id);

-- Says of combined statistics what their members say now, in a revision more, of which every process hears. In the order of
-- their numbers, so that who changes several at once waits for the other one.
create function settle_combined(ids integer[]) returns void language plpgsql as $$
begin
  perform from statistics where id = any (ids) order by id for no key update;
  update statistics c
  set revision = c.revision + 1, customer_external_id = o.customer_external_id, test_upload = o.test_upload,
    time_month_from = o.first % 12 + 1, time_year_from = o.first / 12, time_month_to = o.last % 12 + 1,
    time_year_to = o.last / 12, line_count = o.line_count
  from (
    select m.statistic_id, bool_or(s.test_upload) as test_upload, sum(s.line_count)::integer as line_count,
      case when count(distinct s.customer_external_id) = 1 and bool_and(s.customer_external_id is not null)
        then min(s.customer_external_id) end as customer_external_id,
      min(s.time_year_from * 12 + s.time_month_from - 1) as first, max(s.time_year_to * 12 + s.time_month_to - 1) as last
    from statistic_members m join statistics s on s.id = m.member_id
    where m.statistic_id = any (ids)
    group by m.statistic_id
  ) o
  where c.id = o.statistic_id;
end
$$;

create function member_changed() returns trigger language plpgsql as $$
begin
  perform settle_combined(array(select statistic_id from statistic_members where member_id = new.id));
  return null;
end
$$;
create trigger member_changed after update on statistics for each row
when (not new.combined and new.revision <> old.revision) execute function member_changed();
