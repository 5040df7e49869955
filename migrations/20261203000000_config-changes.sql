-- Who set a value of the configuration, and when: one row per change, the newest last.
create table config_changes (
  id integer generated always as identity primary key,
  key text not null,
  value text not null,
  changed_at timestamptz not null default now(),
  changed_by integer references users (id) on delete set null
);
create index config_changes_key on config_changes (key, id);
