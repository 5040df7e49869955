-- `changed_by` is the user's id without a foreign key: processes that do not know the table can still empty the table of
-- users, which the demo world does before it is loaded.
alter table config_changes drop constraint config_changes_changed_by_fkey;
