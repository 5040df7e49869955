-- Rows that no product of the catalogue answers to, in the order of the file; the first 1,000.
select
  row_number as "row",
  coalesce(gtin, gtin_read) as "gtin",
  coalesce(pharmacode, pharmacode_read) as "pharmacode",
  description_read as "description",
  quantity::double as "quantity"
from lines
where matched_by = 'none'
order by row_number
limit 1000
