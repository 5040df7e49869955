-- Of a session that ends twelve hours after its last use; others end when their cookie does.
alter table sessions add column sliding boolean not null default false;

-- That what has expired is purged is no news; that a session is cut short is.
drop trigger notify_change on sessions;
create trigger notify_change after delete on sessions
  for each row when (old.expires_at > now()) execute function notify_change('session', 'user_id');
create trigger notify_shortened after update on sessions
  for each row when (new.expires_at < old.expires_at) execute function notify_change('session', 'user_id');
