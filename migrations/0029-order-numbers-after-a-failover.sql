-- Versions that know 0028 go on with it.
-- The PostgreSQL and its timeline on which orders are numbered, and the newest position in its log that was lost since. Where
-- they are not those of now, newest orders may have been lost, whose numbers wholesalers know.
create table order_numbering (
  only_row boolean primary key default true check (only_row),
  timeline text not null,
  lost_to pg_lsn not null default '0/0'
);
insert into order_numbering (timeline)
select system_identifier || ' ' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) from pg_control_system();
