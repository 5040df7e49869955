-- What opening a statistic reads instead of its lines: their sums per pair of identifiers, as Parquet (sql/load/sums.sql).
-- Null: stored before there were sums, or by a process that knows none. The portal makes them; until then it sums the lines.
alter table statistic_files add column sums bytea;
alter table statistic_files alter column sums set storage external;
create index statistic_files_without_sums on statistic_files (statistic_id) where sums is null;

-- Every pair of GTIN and Pharmacode that a file ever had, as it was recognised there; 0: the file had none.
create table identifiers (
  id integer generated always as identity primary key,
  gtin bigint not null,
  pharmacode integer not null,
  unique (gtin, pharmacode)
);
create index identifiers_pharmacode on identifiers (pharmacode);

-- Which statistics contain what: the packs of each pair of identifiers, returns deducted. Written together with sums.
create table statistic_identifiers (
  identifier_id integer not null,
  statistic_id integer not null references statistics (id) on delete cascade,
  quantity bigint not null,
  primary key (identifier_id, statistic_id) include (quantity)
);
-- The rows of a statistic lie together: all that finding them takes is where.
create index statistic_identifiers_statistic on statistic_identifiers using brin (statistic_id) with (pages_per_range = 16);
