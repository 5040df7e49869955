-- The sums of several statistics as one's (sums.sql): as of a file with all their rows, one statistic's after the other's.
-- $sums: paths of theirs, in their order. No file has ten million rows.
select
  gtin,
  pharmacode,
  sum(line_count)::bigint as line_count,
  sum(return_count)::bigint as return_count,
  sum(quantity)::bigint as quantity,
  arg_min(description_read, place) filter (where description_read is not null) as description_read,
  min(place) filter (where description_read is not null) as description_row
from (
  select *, file_index::bigint * 10_000_000 + description_row as place
  from read_parquet($sums::varchar[])
)
group by gtin, pharmacode
order by gtin, pharmacode
