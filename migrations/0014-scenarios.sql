-- Versions that know 0013 go on with it.
-- What if: choices that a user keeps by name of a statistic. Others who open its dashboard see those that are made visible.
-- `choice` is as the view what_if takes it; the revisions are those of when it was kept.
create table scenarios (
  id integer generated always as identity primary key,
  statistic_id integer not null references statistics (id) on delete cascade,
  owner_id integer not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  choice jsonb not null check (pg_column_size(choice) <= 100000),
  visible boolean not null default false,
  statistic_revision integer not null,
  catalogue_revision integer not null,
  made_at timestamptz not null default now(),
  unique (statistic_id, owner_id, name)
);
create index scenarios_owner on scenarios (owner_id);
