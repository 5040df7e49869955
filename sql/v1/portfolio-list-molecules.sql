-- Filter list of the market's molecules: one row per molecule of the catalogue, with the number of its stock-outs: products
-- that are missing and not the provider's, as the overview lists them. 0: choosing it alone leaves nothing there. By name.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: all.
with missing as (
  select molecule, count(*) as products
  from stockouts_since(coalesce($stockOutSince::date, '-infinity'::date), null::date)
  group by molecule
)
select
  molecule::varchar as "id",
  molecule::varchar as "name",
  coalesce(products, 0)::integer as "count"
from (select distinct molecule from products where molecule is not null)
left join missing using (molecule)
order by enum_code(molecule)
