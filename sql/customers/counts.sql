-- How many of the customers buy a product: one row per product that is missing or back within four months, or of those
-- that $gtins names (with commas between them) if it names any. $statistics: one statistic per customer, likewise.
with
asked as (
  select gtin, product from watched($today::varchar) where $gtins::varchar = ''
  union all
  select gtin, name_order from products where gtin in (select unnest(string_split($gtins::varchar, ',')))
),
-- Counted before they are joined with what is asked: of a million purchases that is one look-up less each.
buyers as (
  select product, count(*) as customers
  from bought
  where statistic in (from listed($statistics::varchar))
  group by product
)
select asked.gtin as "gtin", coalesce(buyers.customers, 0)::integer as "customers"
from asked
left join buyers on buyers.product = asked.product
order by asked.gtin
