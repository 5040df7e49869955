-- The products that are missing in this stock-out revision: one row, each GTIN with the day since which it is missing, as in
-- 7680100000013=2026-01-31, with commas between them.
select coalesce(string_agg(gtin || '=' || missing_since, ',' order by gtin), '') as missing
from deliverability
where stocked_out
