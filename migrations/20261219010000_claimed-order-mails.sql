-- Whoever sends a mail claims it for a while instead of holding a transaction. `claims` tells one claim from the next; that the
-- mail's end is given stands with it.
alter table order_mails add column claims integer not null default 0, add column end_given_at timestamptz;
update order_mails m set end_given_at = e.given_at from order_mail_ends e where e.mail_id = m.id;
drop table order_mail_ends;
