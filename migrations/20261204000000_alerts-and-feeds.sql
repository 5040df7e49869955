-- Who is told by mail of what is new among the stock-outs; nobody who has not asked for it.
create table alert_subscriptions (
  user_id integer primary key references users (id) on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly')),
  replaceable boolean not null,
  own boolean not null,
  back boolean not null,
  -- The stock-out revision that the user was last told of, 0 while there was none: what differs from it is new.
  told_stockouts integer not null,
  mailed_at timestamptz,
  -- No mail is written before.
  next_at timestamptz not null,
  check (replaceable or own or back)
);
create index alert_subscriptions_next on alert_subscriptions (next_at);

-- Mails to be sent, as they were written; removed once the mail server has taken them, or their reader wants no more.
create table alert_mails (
  id integer generated always as identity primary key,
  user_id integer not null references alert_subscriptions (user_id) on delete cascade,
  mail jsonb not null,
  written_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now()
);
create index alert_mails_next on alert_mails (next_attempt_at);
create index alert_mails_user on alert_mails (user_id);

-- By which a mail ends the mails without signing in: 256 random bits, of which only the SHA-256 is kept.
create table unsubscribe_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index unsubscribe_tokens_expiry on unsubscribe_tokens (expires_at);
create index unsubscribe_tokens_user on unsubscribe_tokens (user_id);

-- Filters that other programs follow without signing in, by a token of which only the SHA-256 is kept.
create table feeds (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- What names its entries for readers, whatever becomes of the token.
  uuid uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  view text not null,
  parameters jsonb not null,
  created_at timestamptz not null default now()
);
create index feeds_user on feeds (user_id);
create trigger notify_change after update or delete on feeds
  for each row execute function notify_change('feed', 'id');
