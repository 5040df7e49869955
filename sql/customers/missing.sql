-- What is asked for and not loaded yet: one row. $statistics and $revisions: ids with commas between them, and the revision that
-- each has at least; $gtins: products beside those that are missing or back, likewise. The answers are texts of that kind;
-- `loaded` are the products that are there, `known` the statistics that stay as they are.
with
added as materialized (
  select asked.statistic, asked.revision, asked.place
  from revised($statistics::varchar, $revisions::varchar) asked
  left join bought_statistics loaded on loaded.statistic = asked.statistic and loaded.revision >= asked.revision
  where loaded.statistic is null
),
wanted as (
  select product from watched($today::varchar)
  union
  select name_order from products where gtin in (select unnest(string_split($gtins::varchar, ',')))
)
select
  (select coalesce(string_agg(statistic, ',' order by place), '') from added) as statistics,
  (select coalesce(string_agg(revision, ',' order by place), '') from added) as revisions,
  (
    select coalesce(string_agg(product, ',' order by product), '') from wanted
    where product not in (select product from bought_products)
  ) as products,
  (select coalesce(string_agg(product, ',' order by product), '') from bought_products) as loaded,
  (
    select coalesce(string_agg(statistic, ','), '') from bought_statistics
    where statistic not in (select statistic from added)
  ) as known
