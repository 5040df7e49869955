-- Episodes belong to the source whose list reports them. `episodes` is their Parquet file; null in revisions of before,
-- which have `stockouts` only: the same without sources, still written for processes that know none.
-- `sources`: who published lists, and the days of the first and the last one, as [{source, firstListOn, lastListOn}].
-- Required without a default, so that no process that knows none publishes over what several sources say.
alter table stockout_revisions add column episodes bytea;
alter table stockout_revisions alter column episodes set storage external;
alter table stockout_revisions add column sources jsonb;
update stockout_revisions r
set sources = jsonb_build_array(jsonb_build_object(
  'source', 'Standard',
  'firstListOn', (select min(e.list_date) from stockout_revisions e where e.revision <= r.revision),
  'lastListOn', r.list_date
));
alter table stockout_revisions alter column sources set not null;
