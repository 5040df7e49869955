-- Sources of stock-out lists that administrators name, each with a template file of its own (`stockouts-wholesaler-<id>`).
-- ended_on: since when nobody asks it any more; its name stays taken, since its history stays.
create table named_stockout_sources (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 60),
  ended_on date
);
