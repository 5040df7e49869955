-- Counts what somebody edited, so that an edit can name the state that it is based on. Triggers count, so that what
-- processes of the release before change counts too.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

alter table wholesalers add column version integer not null default 1;
create trigger wholesalers_version before update on wholesalers for each row
when (
  (old.name, old.enabled_for_apo, old.enabled_for_sd, old.enabled_for_online_orders, old.conditions_contact,
   old.transfer_order_contact, old.acquisition_statistic_contact, old.minimum_order_value, old.free_delivery_from)
  is distinct from
  (new.name, new.enabled_for_apo, new.enabled_for_sd, new.enabled_for_online_orders, new.conditions_contact,
   new.transfer_order_contact, new.acquisition_statistic_contact, new.minimum_order_value, new.free_delivery_from)
)
execute function count_version();

alter table focus_groups add column version integer not null default 1;
create trigger focus_groups_version before update on focus_groups for each row
when ((old.name, old.molecules, old.gtins) is distinct from (new.name, new.molecules, new.gtins))
execute function count_version();

-- Signing in and passwords are no edits.
alter table users add column version integer not null default 1;
create trigger users_version before update on users for each row
when (
  (old.email, old.name, old.role, old.active, old.full_data_access, old.parent_user_id, old.replacement_user_id,
   old.language)
  is distinct from
  (new.email, new.name, new.role, new.active, new.full_data_access, new.parent_user_id, new.replacement_user_id,
   new.language)
)
execute function count_version();
