-- What no catalogue changes of a statistic's file: one row per pair of GTIN and Pharmacode that occurs in it, with its
-- rows, returns and packs (returns deducted), and what the file calls it first and where. $lines: path of the
-- statistic's Parquet file. Made at import and stored: another reckoning needs something that makes statistic_files.sums,
-- combined_sums and statistic_identifiers anew.
select
  gtin,
  pharmacode,
  count(*) as line_count,
  sum(case when quantity < 0 then 1 else 0 end)::bigint as return_count,
  sum(quantity)::bigint as quantity,
  arg_min(description_read, row_number) filter (where description_read is not null) as description_read,
  min(row_number) filter (where description_read is not null) as description_row
from read_parquet($lines::varchar)
group by gtin, pharmacode
order by gtin, pharmacode
