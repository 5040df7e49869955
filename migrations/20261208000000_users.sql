-- When a user last signed in, which is no change that anybody has to hear of.
alter table users add column last_sign_in_at timestamptz;
drop trigger notify_change on users;
create trigger notify_change
  after delete or update of email, name, role, active, full_data_access, parent_user_id, replacement_user_id, language,
    password_hash
  on users for each row execute function notify_change('user', 'id');

-- A cart handed over to somebody who has one of their own of the same statistic: it is beside that, so that neither is
-- lost, and names who made it. `owner_id` is null then, which its unique index allows as often as needed.
alter table carts alter column owner_id drop not null;
alter table carts add column handed_to integer references users (id) on delete cascade;
alter table carts add column handed_from text check (length(handed_from) <= 255);
alter table carts add check (num_nonnulls(owner_id, handed_to) = 1);
create index carts_handed_to on carts (handed_to);
