-- Filter list of ATC groups (level 1): one row per choice, with what it is worth: articles bought and potential in CHF.
-- $language (de, en, fr, it): language of the names; a group without a name there goes by its letter. By letter.
with
-- The groups of the articles bought; named afterwards, so that a dozen rows are joined and not all articles.
groups as (
  select atc_group, count(*) as articles, coalesce(sum(turnover_potential), 0) as potential
  from assortment
  where atc_group is not null
  group by atc_group
)
select
  atc_group::varchar as "id",
  coalesce(atc_names.name, atc_group::varchar) as "name",
  articles::integer as "count",
  potential::double as "turnoverPotential"
from groups
left join atc_names on atc_names.code = atc_group::varchar and atc_names.language = $language::varchar
order by atc_group
