-- Mails about accounts that wait to be sent: invitations, and notices of another address. A link is made when its mail is
-- sent, so that none that is good stands in here.
create table account_mails (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  -- As server/accounts/account-mail-queries.ts writes it.
  mail jsonb not null,
  written_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);
create index account_mails_next on account_mails (next_attempt_at);
create index account_mails_user on account_mails (user_id);
