-- Says what is loaded from now on, and adds up what the added statistics could be delivered: every deliverable product is
-- missing, so that it is loaded before the first statistic is. $products (name_order), $statistics and their $revisions: with
-- commas between them.
insert into bought_deliverable
select
  statistic,
  count(*),
  sum(quantity),
  coalesce(sum(turnover_potential), 0),
  count(*) filter (discontinued),
  coalesce(sum(turnover_potential) filter (discontinued), 0)
from bought
join offers on name_order = product
where statistic in (from listed($statistics::varchar)) and product in (from deliverable())
group by statistic;
insert into bought_products select id from listed($products::varchar);
insert into bought_statistics select statistic, revision from revised($statistics::varchar, $revisions::varchar);
