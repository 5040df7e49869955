-- {series}: which products count.
with span as (
  select
    least(min(reported_on), (select min(first_list_on) from sources)) as first_day,
    greatest(max(reported_on), max(updated_on), max(back_in_stock_on), (select stockout_date from market)) as last_day
  from episodes
),
changes as (
  select o.missing_on as day, 1 as change
  from outages o
  join products p on p.id = o.product_id
  where {series}
  union all
  select o.back_on, -1
  from outages o
  join products p on p.id = o.product_id
  where {series} and o.back_on is not null
  union all
  select generate_series(first_day, last_day, interval '1 day')::date, 0 from span
)
select day::text, (sum(sum(change)) over (order by day))::integer
from changes
group by day
order by day
