-- What administrators changed: who, when, what it was and became. It outlives users and what it is about, so nothing is
-- referred to. Nobody changes or removes an entry; docs/administration.md says how to let a second role own the table.
create table audit_entries (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  -- null: no user did it, but a command or the portal itself
  user_id integer,
  -- who it was, by name and e-mail address at that time
  user_name text not null check (length(user_name) <= 600),
  -- for example 'user.created'
  action text not null check (length(action) <= 64),
  -- what kind of thing was changed, for example 'user', which one, and how it was called then
  subject text not null check (length(subject) <= 64),
  subject_key text not null check (length(subject_key) <= 255),
  subject_name text not null check (length(subject_name) <= 255),
  before jsonb,
  after jsonb,
  reason text check (length(reason) <= 1000)
);
create index audit_entries_subject on audit_entries (subject, subject_key, id);
create index audit_entries_user on audit_entries (user_id, id);
create index audit_entries_made on audit_entries (made_at, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit are kept as they are' using errcode = 'raise_exception';
end
$$;
create trigger refuse_change before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger refuse_truncation before truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- Versions of template files: staged when checked, in use from `used_at` on, kept for good once they were used.
create table template_file_versions (
  id integer generated always as identity primary key,
  -- which template file, for example 'swissmedic-packs'
  key text not null check (length(key) <= 64),
  file_name text not null check (length(file_name) <= 255),
  size bigint not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- the file's own date, where it names one
  file_date date,
  row_count integer not null check (row_count >= 0),
  -- problem rows, counts, columns found, difference to the version before, and what guards saw
  report jsonb not null,
  -- canonical rows as gzip-compressed NDJSON; null for files that are kept as they are
  rows bytea,
  checked_at timestamptz not null default now(),
  checked_by integer references users (id) on delete set null,
  used_at timestamptz,
  used_by integer references users (id) on delete set null,
  -- who used it last, by name then
  used_by_name text check (length(used_by_name) <= 600),
  reason text check (length(reason) <= 1000)
);
create index template_file_versions_key on template_file_versions (key, id);
create index template_file_versions_checked_by on template_file_versions (checked_by);
create index template_file_versions_used_by on template_file_versions (used_by);
create index template_file_versions_staged on template_file_versions (checked_at) where used_at is null;

-- A version's file in parts, gzip-compressed one by one, so that neither side ever holds a large file whole.
create table template_file_parts (
  version_id integer not null references template_file_versions (id) on delete cascade,
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (version_id, part)
);

-- Which version of each template file counts. Going back to an earlier one moves this pointer.
create table template_files (
  key text primary key check (length(key) <= 64),
  version_id integer not null references template_file_versions (id),
  since timestamptz not null default now()
);
create index template_files_version on template_files (version_id);
create trigger notify_change after insert or update or delete on template_files
  for each row execute function notify_change('template_file', 'key');
