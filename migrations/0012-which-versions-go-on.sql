-- Versions that know 0012 go on with it.
-- No earlier one can ask for it. Of a migration, the number of the newest one that a version of the portal has to know to work on the tables that it makes;
-- null: its own. So a version of before can say whether it goes on with a database that a newer one has migrated.
alter table migrations add column least_known integer;
