-- Pharmacodes of the file that stand on several products, and the product that was taken.
select distinct i.pharmacode as "pharmacode", c.gtins as "gtins", c.gtin as "chosen"
from identifiers i
join pharmacodes c on c.pharmacode = i.pharmacode
where i.matched_by = 'pharmacode' and c.product_count > 1
order by i.pharmacode
