-- Builds the tables of what sources say can't be delivered, from a published Parquet file of episodes.
-- $stockouts: its path; $sources, $firstListsOn, $lastListsOn: one entry per source, with the days (YYYY-MM-DD) of its
-- first and last list, and $endedOn, since when it is ended, or ''; $weekly, true or false: whether all dates of
-- deliveries it expects stand for their calendar weeks; $discontinued and $notDiscontinued: regular expressions of the
-- words that say that a product will not come back, and that it will.

create table stockout_sources as
select
  unnest($sources::varchar[]) as source,
  unnest($firstListsOn::varchar[])::date as first_list_on,
  unnest($lastListsOn::varchar[])::date as last_list_on,
  nullif(unnest($endedOn::varchar[]), '')::date as ended_on,
  unnest($weekly::varchar[])::boolean as weekly;

-- A week that a source names is kept as 2026-W52; its Friday stands for it.
create table stockout_rows as
select
  * replace (coalesce(friday::varchar, expected_delivery) as expected_delivery)
from (
  select
    *,
    case when regexp_full_match(expected_delivery, '\d{4}-W\d{2}')
      then try_strptime(expected_delivery || '-5', '%G-W%V-%u')::date end as friday
  from read_parquet($stockouts::varchar)
);

-- What each source said of when delivery is expected: one row per change, the first word included. How far a word moved the
-- day is reckoned here, once for all who ask.
create table stockout_deliveries as
with said as (
  select
    gtin,
    source,
    reported_on,
    said.said_on as said_on,
    nullif(said.expected_delivery, '') as expected_delivery,
    case when regexp_full_match(said.expected_delivery, '\d{4}-W\d{2}')
      then try_strptime(said.expected_delivery || '-5', '%G-W%V-%u')::date end as friday,
    case
      when regexp_full_match(said.expected_delivery, '\d{4}-\d{2}-\d{2}') then try_cast(said.expected_delivery as date)
      else friday
    end as day
  from (select gtin, source, reported_on, unnest(deliveries) as said from stockout_rows)
)
select
  gtin,
  source,
  reported_on,
  said_on,
  coalesce(friday::varchar, expected_delivery) as expected_delivery,
  friday is not null or (coalesce(weekly, false) and day is not null) as expected_week,
  date_diff('day', lag(day) over (partition by gtin, source, reported_on order by said_on), day)::integer as moved_days
from said
left join stockout_sources using (source)
order by gtin, reported_on, source, said_on;

-- Every episode of a product not being deliverable, as one source reports it; open while back_in_stock_on and ended_on are
-- null. What an ended source left open is over on the day of its end; nobody said that the product is back.
create table stockouts as
with moved as (
  select
    gtin,
    source,
    reported_on,
    count(*)::integer - 1 as moves,
    -- From the first word to the last, where both are days.
    date_diff(
      'day',
      case when regexp_full_match(arg_min_null(expected_delivery, said_on), '\d{4}-\d{2}-\d{2}')
        then try_cast(arg_min_null(expected_delivery, said_on) as date) end,
      case when regexp_full_match(arg_max_null(expected_delivery, said_on), '\d{4}-\d{2}-\d{2}')
        then try_cast(arg_max_null(expected_delivery, said_on) as date) end
    )::integer as moved_days
  from stockout_deliveries
  group by gtin, source, reported_on
)
select
  r.gtin,
  r.source,
  r.reported_on,
  r.updated_on,
  r.status,
  r.expected_delivery,
  (r.friday is not null or coalesce(s.weekly, false))
    and coalesce(regexp_full_match(r.expected_delivery, '\d{4}-\d{2}-\d{2}'), false)
    and try_cast(r.expected_delivery as date) is not null as expected_week,
  r.comment,
  r.back_in_stock_on,
  case when r.back_in_stock_on is null then s.ended_on end as ended_on,
  r.first_list,
  coalesce(
    regexp_matches(r.status, $discontinued::varchar, 'i') and not regexp_matches(r.status, $notDiscontinued::varchar, 'i'),
    false
  ) or coalesce(
    regexp_matches(r.expected_delivery, $discontinued::varchar, 'i')
      and not regexp_matches(r.expected_delivery, $notDiscontinued::varchar, 'i'),
    false
  ) as discontinued,
  moved.moves,
  moved.moved_days
from stockout_rows r
left join stockout_sources s on s.source = r.source
join moved on moved.gtin = r.gtin and moved.reported_on = r.reported_on and moved.source = r.source
order by r.gtin, r.reported_on, r.source;

drop table stockout_rows;

-- The state a product is in now, in the words of one episode: while any is open of the earliest, since which it is missing,
-- as in the lists of stock-outs (see load/market.sql); else of the newest. What that episode leaves open is unknown; another
-- one must not fill it in.
create table deliverability as
with
placed as (
  select
    stockouts.*,
    last_list_on,
    coalesce(back_in_stock_on, stockouts.ended_on) is null as open,
    row_number() over (
      partition by gtin
      order by
        not open,
        case when open then reported_on end,
        case when open then updated_on end desc nulls last,
        case when open then source end,
        reported_on desc,
        coalesce(updated_on, reported_on) desc,
        source desc
    ) as place
  from stockouts
  left join stockout_sources using (source)
),
-- The last day on which a source that has nothing open of the product any more had it back.
said_back as (
  select gtin, max(back_on) as back_on
  from (
    select gtin, source, max(back_in_stock_on) as back_on
    from stockouts
    group by gtin, source
    having count(*) = count(back_in_stock_on)
  )
  group by gtin
)
select
  gtin,
  bool_or(open) as stocked_out,
  any_value(reported_on) filter (place = 1) as reported_on,
  any_value(updated_on) filter (place = 1) as updated_on,
  any_value(status) filter (place = 1) as status,
  any_value(expected_delivery) filter (place = 1) as expected_delivery,
  any_value(expected_week) filter (place = 1) as expected_week,
  any_value(comment) filter (place = 1) as comment,
  any_value(last_list_on) filter (place = 1) as list_on,
  -- Any of the sources that say it is missing says that it will not come back.
  coalesce(bool_or(discontinued) filter (open), false) as discontinued,
  -- Back before a source ended that still missed it, it may be missing since.
  case
    when not bool_or(open) and coalesce(max(ended_on) <= max(back_in_stock_on), true) then max(back_in_stock_on)
  end as back_in_stock_on,
  any_value(first_list) filter (place = 1) as known_since_at_least,
  min(reported_on) filter (open) as missing_since,
  -- Since when it is missing, where that is known: the earliest open episode, of no source's first list.
  arg_min_null(case when not first_list then reported_on end, (reported_on, first_list)) filter (open) as went_missing_on,
  (count(distinct source) filter (open))::integer as sources,
  -- Sources contradict each other where they name different deliveries, or one has the product back since it is missing for
  -- another; who names no delivery contradicts nobody.
  (
    count(distinct source) filter (open and expected_delivery is not null) > 1
    and count(distinct expected_delivery) filter (open) > 1
  )
  or coalesce(any_value(back_on) >= min(reported_on) filter (open), false) as sources_disagree
from placed
left join said_back using (gtin)
group by gtin;
