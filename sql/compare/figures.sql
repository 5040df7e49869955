-- Two statistics side by side: one row per row and figure of a view, in the order of this statistic's rows, then of those
-- that only the other one has; a row that a statistic lacks counts 0 there. Figures as the view's own SQL gave them.
-- $names, $figures, $values: this statistic's, one entry per row and figure; '' for a row without name or a figure that
-- is missing. $otherNames, $otherFigures, $otherValues: the other one's.
-- $amounts: figures that grow with time (CHF, packs): they are given per month when $months and $otherMonths differ.
-- $percentages: figures that are percentages; their change is in percentage points and has no relative change.
-- change = value − other; changePercent in percent of the other, null unless that is above 0: of a loss the sign of a percentage
-- would be the opposite of the change's; shareOfChange: the row's part of the change of all rows
-- together, in percent (null when that is 0, and in a view of one row).
with
this_statistic as (
  select
    unnest($names::varchar[]) as name,
    unnest($figures::varchar[]) as figure,
    unnest($values::varchar[]) as text,
    unnest(range(len($names::varchar[]))) as place
),
other_statistic as (
  select
    unnest($otherNames::varchar[]) as name,
    unnest($otherFigures::varchar[]) as figure,
    unnest($otherValues::varchar[]) as text,
    unnest(range(len($otherNames::varchar[]))) as place
),
paired as (
  select
    coalesce(t.name, o.name) as name,
    coalesce(t.figure, o.figure) as figure,
    case when t.name is null then 0 else nullif(t.text, '')::decimal(38, 2) end as value,
    case when o.name is null then 0 else nullif(o.text, '')::decimal(38, 2) end as other,
    t.place,
    o.place as other_place
  from this_statistic t
  full join other_statistic o on o.name = t.name and o.figure = t.figure
),
-- Amounts of periods of different length become amounts per month: both in hundredths of CHF or packs, of which one has `parts`.
-- Whole numbers, so that every figure is divided once: 3.42 ÷ 12 in doubles, rounded, is 0.28.
even as (
  select
    name,
    figure,
    per_month,
    place,
    other_place,
    100 * value * case when per_month then $otherMonths::integer else 1 end as value,
    100 * other * case when per_month then $months::integer else 1 end as other,
    case when per_month then $months::integer * $otherMonths::integer else 1 end as parts
  from (
    select *, list_contains($amounts::varchar[], figure) and $months::integer <> $otherMonths::integer as per_month
    from paired
  )
)
select
  nullif(name, '') as "name",
  figure as "figure",
  round(value / parts) / 100 as "value",
  round(other / parts) / 100 as "other",
  round((value - other) / parts) / 100 as "change",
  case
    when not list_contains($percentages::varchar[], figure) then round(1000 * (value - other) / case when other > 0 then other end) / 10
  end as "changePercent",
  case
    when name <> '' and round(sum(value - other) over of_all / parts) <> 0
    then round(1000 * (value - other) / sum(value - other) over of_all) / 10
  end as "shareOfChange",
  per_month as "perMonth"
from even
window of_all as (partition by figure)
order by place nulls last, other_place
