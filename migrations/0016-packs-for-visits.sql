-- Versions that know 0015 go on with it.
-- Which parts a user's pack for a visit has, in which order and with how many rows; null: as it is for everybody.
alter table users add column pack jsonb check (pg_column_size(pack) <= 2000);
