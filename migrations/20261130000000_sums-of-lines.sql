-- What opening a statistic reads instead of its lines: their sums per pair of identifiers, as Parquet (sql/load/sums.sql).
-- Null: stored before there were sums, or by a process that knows none; the portal makes them, until then lines are summed.
alter table statistic_files add column sums bytea;
alter table statistic_files alter column sums set storage external;
create index statistic_files_without_sums on statistic_files (statistic_id) where sums is null;
