-- Which catalogue counts is said by a pointer, so that going back to an earlier revision is one step as publishing is.
-- Processes of the release before take the highest number of `catalogue_revisions` for the current one, and publish by
-- inserting there: for them that name is a view of the revisions up to the current one, and whoever inserts a revision
-- publishes it.
alter table catalogue_revisions rename to all_catalogue_revisions;

create table current_catalogue (
  one boolean primary key default true check (one),
  revision integer not null references all_catalogue_revisions (revision),
  since timestamptz not null default now()
);
create index current_catalogue_revision on current_catalogue (revision);
insert into current_catalogue (revision, since)
select revision, published_at from all_catalogue_revisions order by revision desc limit 1;

create view catalogue_revisions as
select revision, published_at, price_date, products, alternatives, exclusives, product_count, report
from all_catalogue_revisions
where revision <= (select revision from current_catalogue);

create function make_catalogue_current() returns trigger language plpgsql as $$
begin
  insert into current_catalogue (revision) values (new.revision)
  on conflict (one) do update set revision = excluded.revision, since = now();
  return null;
end
$$;
drop trigger notify_change on all_catalogue_revisions;
create trigger make_current after insert on all_catalogue_revisions
  for each row execute function make_catalogue_current();
create trigger notify_change after insert or update or delete on current_catalogue
  for each row execute function notify_change('catalogue', 'revision');

alter table all_catalogue_revisions
  -- who published it, by name then; '' for a command
  add column published_by text not null default '' check (length(published_by) <= 600),
  -- the versions of template files it was built from; null where it came as CSV files
  add column built_from jsonb,
  -- Parquet: of each product which file says each of its fields, and what others say; null likewise
  add column traces bytea;
alter table all_catalogue_revisions alter column traces set storage external;

-- Catalogues built from template files, looked at before they are published.
create table catalogue_proposals (
  id integer generated always as identity primary key,
  built_at timestamptz not null default now(),
  built_by integer references users (id) on delete set null,
  -- by name then
  built_by_name text not null check (length(built_by_name) <= 600),
  price_date date not null,
  -- the revision it was compared with; null where there was none
  base_revision integer references all_catalogue_revisions (revision),
  built_from jsonb not null,
  product_count integer not null,
  -- rows of each list of differences
  counts jsonb not null,
  report jsonb not null,
  -- Parquet; null once it is published, when the revision has them
  products bytea,
  alternatives bytea,
  exclusives bytea,
  traces bytea,
  -- what it does to the newest statistics, once somebody has asked
  effect jsonb,
  -- the day of Zurich that publishes it
  publish_on date,
  scheduled_by integer references users (id) on delete set null,
  -- why its day did not publish it
  missed text check (length(missed) <= 64),
  published_revision integer references all_catalogue_revisions (revision),
  check (published_revision is not null or products is not null),
  check (publish_on is null or publish_on >= price_date)
);
alter table catalogue_proposals alter column products set storage external;
alter table catalogue_proposals alter column traces set storage external;
create index catalogue_proposals_built_by on catalogue_proposals (built_by);
create index catalogue_proposals_scheduled_by on catalogue_proposals (scheduled_by);
create index catalogue_proposals_base on catalogue_proposals (base_revision);
create index catalogue_proposals_published on catalogue_proposals (published_revision);
-- One at a time: what is published first would be the ground on which the next no longer stands.
create unique index catalogue_proposals_scheduled on catalogue_proposals ((true))
  where publish_on is not null and published_revision is null and missed is null;

-- What a proposal changes, conflicts and doubts, each list in its order.
create table catalogue_proposal_rows (
  proposal_id integer not null references catalogue_proposals (id) on delete cascade,
  list text not null check (length(list) <= 32),
  place integer not null,
  -- what a search looks in
  words text not null,
  row jsonb not null,
  primary key (proposal_id, list, place)
);
