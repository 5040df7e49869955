-- Versions that know 0015 go on with it.
-- The sums of combined statistics, so that they open as fast as an upload: those of these members, in this order. What an
-- upload contains never changes; where members were taken out since, these sums are none and made anew.
create table combined_sums (
  statistic_id integer primary key references statistics (id) on delete cascade,
  members integer[] not null,
  sums bytea not null
);
