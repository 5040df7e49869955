-- How often dashboards were opened and files downloaded, by day in Zurich. Nothing tells one visitor from another. Counts
-- outlive what they are about, so nothing is referred to.
create table usage_counts (
  day date not null,
  -- 'opening' of a dashboard, or the kind of file that was downloaded
  event text not null check (length(event) <= 32),
  caller text not null check (caller in ('visitor', 'user', 'admin')),
  -- 0: about none
  statistic_id integer not null,
  -- who downloaded; of openings and of visitors' downloads who uploaded the statistic; 0: nobody
  representative_id integer not null,
  count integer not null check (count > 0),
  primary key (day, event, caller, statistic_id, representative_id)
);
create index usage_counts_statistic on usage_counts (statistic_id);
