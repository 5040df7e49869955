-- Mails of orders, to users and of alerts waited in three tables with the same columns. What is under way in a process is
-- let go: it can't note a mail's end any more, and so does not give it.
lock table order_mails, account_mails, alert_mails in access exclusive mode;

-- Mails that wait to be sent. Whoever sends one claims it for a while instead of holding a transaction. `claims` tells one
-- claim from the next, so that only the newest one is sent.
create table mails (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('order', 'link', 'notice', 'alert')),
  -- A mail server that was given the end of a mail may have it, also where its word of that got lost. Then a mail is sent again
  -- (at least once), or waits for its sender's word (at most once).
  guarantee text not null check (guarantee in ('at most once', 'at least once')),
  -- Without it the address that the user has when it is sent.
  recipient text check (length(recipient) <= 255),
  -- Subject, text and what else the kind has. A link is made when its mail is sent, so that none that is good stands in here.
  content jsonb not null,
  -- What it is about: an order, an account, or a subscription, with the end of which it is not sent any more.
  order_id integer references orders (id) on delete cascade,
  user_id integer references users (id) on delete cascade,
  subscriber_id integer references alert_subscriptions (user_id) on delete cascade,
  requested_by integer references users (id) on delete set null,
  written_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claims integer not null default 0,
  -- Of those that are sent at most once: noted just before the end is given, and kept until it is known what became of it.
  end_given_at timestamptz,
  -- When the end was given of which nobody knows more: the mail waits until its sender says to send it again, or that it arrived.
  unknown_at timestamptz check (unknown_at is null or sent_at is null),
  -- Of those that are sent at most once, which stay as a record; others are removed once the mail server has taken them.
  sent_at timestamptz,
  -- An order is sent to an address once.
  unique (order_id, recipient),
  check (case kind when 'order' then order_id when 'alert' then subscriber_id else user_id end is not null),
  check (num_nonnulls(order_id, user_id, subscriber_id) = 1),
  check (recipient is not null or kind in ('link', 'alert')),
  check (guarantee = 'at most once' or (end_given_at is null and unknown_at is null and sent_at is null))
);
create index mails_next on mails (next_attempt_at) where sent_at is null;
create index mails_user on mails (user_id);
create index mails_subscriber on mails (subscriber_id);
create index mails_requester on mails (requested_by);

-- With their numbers, which their Message-IDs are made of.
insert into mails (id, kind, guarantee, recipient, content, order_id, requested_by, written_at, attempts, next_attempt_at,
  claims, end_given_at, unknown_at, sent_at)
overriding system value
select id, 'order', 'at most once', recipient, mail, order_id, requested_by, written_at, attempts, next_attempt_at,
  claims, end_given_at, unknown_at, sent_at
from order_mails;
select setval(pg_get_serial_sequence('mails', 'id'), coalesce(max(id), 0) + 1, false) from mails;

insert into mails (kind, guarantee, recipient, content, user_id, written_at, attempts, next_attempt_at, claims)
select mail ->> 'kind', 'at least once', mail ->> 'to',
  mail - '{kind,to}'::text[]
    || case mail ->> 'kind' when 'notice' then jsonb_build_object('messageId', format('<account-%s@portal>', id)) else '{}' end,
  user_id, written_at, attempts, next_attempt_at, claims
from account_mails order by id;

insert into mails (kind, guarantee, content, subscriber_id, written_at, attempts, next_attempt_at, claims)
select 'alert', 'at least once', mail, user_id, written_at, attempts, next_attempt_at, claims
from alert_mails order by id;

drop table order_mails, account_mails, alert_mails;
