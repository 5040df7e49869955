-- What the file says of a code that no source names, as it was first said: one row, none where it has no such article. On the
-- statistic's tables with its lines. $code: GTIN of 13 digits or Pharmacode of 7.
select
  coalesce(arg_min(description_read, (member, row_number)) filter (where description_read is not null), '') as "description",
  coalesce(arg_min(manufacturer_read, (member, row_number)) filter (where manufacturer_read is not null), '') as "manufacturer"
from lines
where coalesce(gtin, pharmacode) = $code::varchar and matched_by in ('none', 'hand')
having count(*) > 0
