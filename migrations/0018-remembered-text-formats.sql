-- Versions that know 0015 go on with it.
-- How a text was read, as a user chose it: separator, encoding, how numbers are written; null where nothing of that was chosen.
alter table column_choices add column text jsonb;
