-- Rows whose Pharmacode is that of another product than their GTIN, which counts; the first 100 and how many in all.
select l.row_number as "row", (count(*) over ())::integer as "count"
from lines l
join pharmacodes c on c.pharmacode = l.pharmacode
where l.matched_by = 'gtin' and not list_contains(c.gtins, l.product_gtin)
order by l.row_number
limit 100
