-- null: back to the default.
alter table config_changes alter column value drop not null;
-- Fourteen days, with which every database began, are the default; a row is only what somebody has set.
delete from config where key = 'NEW_STOCKOUT_DAYS' and value = '14';
