-- Whether all that is asked for is loaded: one row. $statistics: ids with commas between them; $gtins: products beside those
-- that are missing or back, likewise.
with
wanted as (
  select product from watched($today::varchar)
  union all
  select name_order from products where gtin in (select unnest(string_split($gtins::varchar, ',')))
)
select
  not exists (
    select 1 from listed($statistics::varchar) where id not in (select statistic from bought_statistics)
  )
  and not exists (select 1 from wanted where product not in (select product from bought_products)) as complete
