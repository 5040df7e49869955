-- What a user sees of the sessions begun in their name: a number to end one by, when it was used (to ten minutes), and which
-- browser on what; of its User-Agent nothing else is kept.
alter table sessions
  add column id integer generated always as identity unique,
  add column used_at timestamptz not null default now(),
  add column browser text check (length(browser) <= 32),
  add column system text check (length(system) <= 32);

update sessions
set used_at = least(now(), case when sliding then expires_at - interval '12 hours' else created_at end);
