-- A mail server that was given the end of a mail may have it, also where its word of that got lost. That is noted just
-- before, and kept until it is known what became of it.
create table order_mail_ends (
  mail_id integer primary key references order_mails (id) on delete cascade,
  given_at timestamptz not null default now()
);

-- When the end was given of which nobody knows more: the mail waits until its sender says to send it again, or that it arrived.
alter table order_mails add column unknown_at timestamptz check (unknown_at is null or sent_at is null);
