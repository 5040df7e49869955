-- Rows of the file by how they were matched, and returns: one row.
select
  coalesce(sum(case when matched_by = 'gtin' then line_count end), 0)::integer as "matchedByGtin",
  coalesce(sum(case when matched_by = 'pharmacode' then line_count end), 0)::integer as "matchedByPharmacode",
  coalesce(sum(case when matched_by = 'hand' then line_count end), 0)::integer as "matchedByHand",
  coalesce(sum(case when matched_by = 'none' then line_count end), 0)::integer as "unmatched",
  coalesce(sum(return_count), 0)::integer as "returnRows",
  count(distinct case when return_count > 0 then article end)::integer as "returnArticles"
from identifiers
