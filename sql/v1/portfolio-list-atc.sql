-- Filter list of the market's ATC groups (level 1): one row per group of the catalogue, with the number of its products.
-- $language (de, en, fr, it): language of the names; a group without a name there goes by its letter. By letter.
with
-- The groups of the catalogue; named afterwards, so that a dozen rows are joined and not all products.
groups as (
  select atc_group, count(*) as products
  from products
  where atc_group is not null
  group by atc_group
)
select
  atc_group::varchar as "id",
  coalesce(atc_names.name, atc_group::varchar) as "name",
  products::integer as "count"
from groups
left join atc_names on atc_names.code = atc_group::varchar and atc_names.language = $language::varchar
order by atc_group
