-- What is asked for and not loaded yet: one row. $statistics: ids with commas between them; $gtins: products beside those
-- that are missing or back, likewise. Both answers are texts of that kind; `loaded` are the products that are there.
with
wanted as (
  select product from watched($today::varchar)
  union
  select name_order from products where gtin in (select unnest(string_split($gtins::varchar, ',')))
)
select
  (
    select coalesce(string_agg(id, ','), '') from listed($statistics::varchar)
    where id not in (select statistic from bought_statistics)
  ) as statistics,
  (
    select coalesce(string_agg(product, ',' order by product), '') from wanted
    where product not in (select product from bought_products)
  ) as products,
  (select coalesce(string_agg(product, ',' order by product), '') from bought_products) as loaded,
  (select coalesce(string_agg(statistic, ','), '') from bought_statistics) as known
