-- Filter list of the market's manufacturers: one row per manufacturer of the catalogue, with the number of its stock-outs: products
-- that are missing and not the provider's, as the overview lists them. 0: choosing it alone leaves nothing there. By name.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: all.
with missing as (
  select manufacturer, count(*) as products
  from stockouts_since(coalesce($stockOutSince::date, '-infinity'::date), null::date)
  group by manufacturer
)
select
  manufacturer::varchar as "id",
  manufacturer::varchar as "name",
  coalesce(products, 0)::integer as "count"
from (select distinct manufacturer from products where manufacturer is not null)
left join missing using (manufacturer)
order by enum_code(manufacturer)
