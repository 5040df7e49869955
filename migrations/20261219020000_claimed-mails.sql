-- Tells one claim of a mail from the next, so that only the newest one is sent.
alter table account_mails add column claims integer not null default 0;
alter table alert_mails add column claims integer not null default 0;
