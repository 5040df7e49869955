-- Whether all that is asked for is loaded: one row. $statistics and $revisions: ids with commas between them, and the revision that
-- each has at least; $gtins: products beside those
-- that are missing or back, likewise.
with
wanted as (
  select product from watched($today::varchar)
  union all
  select name_order from products where gtin in (select unnest(string_split($gtins::varchar, ',')))
)
select
  not exists (
    select 1
    from revised($statistics::varchar, $revisions::varchar) asked
    left join bought_statistics loaded on loaded.statistic = asked.statistic and loaded.revision >= asked.revision
    where loaded.statistic is null
  )
  and not exists (select 1 from wanted where product not in (select product from bought_products)) as complete
