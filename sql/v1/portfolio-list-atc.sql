-- Filter list of the market's ATC groups (level 1): one row per group of the catalogue, with the number of its stock-outs:
-- products that are missing and not the provider's, as the overview lists them. 0: choosing it alone leaves nothing there.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: all.
-- $language (de, en, fr, it): language of the names; a group without a name there goes by its letter. By letter.
with missing as (
  select atc_group, count(*) as products
  from stockouts_since(coalesce($stockOutSince::date, '-infinity'::date), null::date)
  group by atc_group
)
select
  atc_group::varchar as "id",
  coalesce(atc_names.name, atc_group::varchar) as "name",
  coalesce(products, 0)::integer as "count"
from (select distinct atc_group from products where atc_group is not null)
left join missing using (atc_group)
left join atc_names on atc_names.code = atc_group::varchar and atc_names.language = $language::varchar
order by atc_group
