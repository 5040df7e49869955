-- What questions ask of one product. The planner puts these functions into the statements that call them.

-- Packs in the statistic that feeds the market; no row where none are left of what came back.
create function bought(product integer) returns table (quantity bigint) language sql stable as $$
  select sum(quantity)::bigint from lines where article_id = product having sum(quantity) > 0
$$;

-- The state a product is in now.
create function state_of(product integer) returns table (
  stocked_out boolean, reported_on date, updated_on date, status text, expected_delivery text, comment text,
  back_in_stock_on date, went_missing_on date, expected_week boolean
) language sql stable as $$
  select
    told.back_in_stock_on is null,
    told.reported_on,
    told.updated_on,
    told.status,
    told.expected_delivery,
    told.comment,
    case when told.back_in_stock_on is not null then
      (select max(e.back_in_stock_on) from episodes e where e.product_id = product)
    end,
    (
      select case when not e.first_list then e.reported_on end
      from episodes e
      where e.product_id = product and e.back_in_stock_on is null
      order by e.reported_on, e.first_list
      limit 1
    ),
    told.expected_week
  from (
    select *
    from episodes e
    where e.product_id = product
    order by
      e.back_in_stock_on is null desc,
      case when e.back_in_stock_on is null then e.reported_on end,
      case when e.back_in_stock_on is null then e.updated_on end desc nulls last,
      case when e.back_in_stock_on is null then e.source end,
      e.reported_on desc,
      coalesce(e.updated_on, e.reported_on) desc,
      e.source desc
    limit 1
  ) told
$$;

-- What the sources say together of a product that is missing.
create function said_of(product integer) returns table (missing_since date, sources integer, disagree boolean)
language sql stable as $$
  select
    o.missing_since,
    o.sources,
    (o.telling > 1 and o.words > 1) or exists (
      select
      from episodes c
      where c.product_id = product
      group by c.source
      having count(*) = count(c.back_in_stock_on) and max(c.back_in_stock_on) >= o.missing_since
    )
  from (
    select
      min(e.reported_on) as missing_since,
      count(distinct e.source)::integer as sources,
      count(distinct e.source) filter (where e.expected_delivery is not null) as telling,
      count(distinct e.expected_delivery) as words
    from episodes e
    where e.product_id = product and e.back_in_stock_on is null
  ) o
$$;

-- When products were not deliverable: what overlaps or touches is one outage, what was over on the same day is none.
create view outages as
select product_id, lower(outage) as missing_on, upper(outage) as back_on
from (
  select product_id, unnest(range_agg(daterange(reported_on, back_in_stock_on))) as outage
  from episodes
  group by product_id
) merged;

-- Days on which products were missing from (1) or back again (-1).
create view turns as
select o.missing_on as day, 1 as change, p.provider, p.origin
from outages o
join products p on p.id = o.product_id
union all
select o.back_on, -1, p.provider, p.origin
from outages o
join products p on p.id = o.product_id
where o.back_on is not null;

-- Every day that the lists tell of.
create view calendar as
select generate_series(first_day, last_day, interval '1 day')::date as day
from (
  select
    least(min(reported_on), (select min(first_list_on) from sources)) as first_day,
    greatest(max(reported_on), max(updated_on), max(back_in_stock_on), (select stockout_date from market)) as last_day
  from episodes
) span;

-- How many products were not deliverable, day by day.
create view days_of_provider as
select day, (sum(sum(change)) over (order by day))::integer as count
from (select day, change from turns where provider union all select day, 0 from calendar) changes
group by day;

create view days_of_generics as
select day, (sum(sum(change)) over (order by day))::integer as count
from (select day, change from turns where origin = 'generic' union all select day, 0 from calendar) changes
group by day;
