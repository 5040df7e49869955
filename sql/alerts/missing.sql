-- The products that are missing in this stock-out revision: one row, GTINs with commas between them.
select coalesce(string_agg(gtin, ',' order by gtin), '') as gtins from deliverability where stocked_out
