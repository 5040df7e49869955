-- What the page of today tells of a statistic without opening it: the best offers, and what its customer misses that the
-- provider can deliver, each with the day since when it is missing and the instant at which it was first reckoned so.
alter table statistic_figures
  add column offers jsonb not null default '[]',
  add column missing jsonb not null default '[]';

-- That a customer was called or has ordered, or is to be reminded of. Read by whoever may see what the user has uploaded,
-- reminders by the user alone; removed with notes, see CUSTOMER_NOTE_MONTHS. `done_by`: the user's name then, whoever it was
-- handed over to since.
create table customer_actions (
  id integer generated always as identity primary key,
  customer_external_id text not null check (length(customer_external_id) <= 255),
  user_id integer not null references users (id) on delete cascade,
  done_by text not null check (length(done_by) <= 255),
  action text not null check (action in ('called', 'ordered', 'later')),
  until date check ((until is not null) = (action = 'later')),
  made_at timestamptz not null default now()
);
create index customer_actions_customer on customer_actions (customer_external_id, id);
create index customer_actions_user on customer_actions (user_id, customer_external_id, id);
create index customer_actions_made on customer_actions (made_at);

-- The page that signing in leads to.
alter table users add column start_page text not null default 'uploads' check (start_page in ('uploads', 'today'));
create or replace trigger notify_change
  after delete or update of email, name, role, active, full_data_access, parent_user_id, replacement_user_id, language,
    start_page, password_hash
  on users for each row execute function notify_change('user', 'id');
