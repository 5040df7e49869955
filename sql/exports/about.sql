-- What the first sheet of an exported workbook says: one row, whose statistic it is, for which months, and what its prices
-- are. $focusGroup: ids of focus groups, of which `focus_groups` has the names, by name.
select
  statistic.* replace (price_date::varchar as price_date, stockout_date::varchar as stockout_date),
  coalesce(
    (
      select list(distinct name order by name)
      from focus_groups
      where list_contains($focusGroup::varchar[], id)
    ),
    []
  )::varchar[] as focus_groups
from statistic
