-- Versions that know 0021 go on with it.
-- An upload stores its sums with its lines; no process makes them later any more.
do $$
begin
  if exists (select from statistic_files where sums is null) then
    raise exception 'There are statistics without sums, which this version of the portal does not make. Start one that has no migration 0022 and wait until it has made them: select count(*) from statistic_files where sums is null is 0 then.';
  end if;
end
$$;
drop index statistic_files_without_sums;
alter table statistic_files alter column sums set not null;
