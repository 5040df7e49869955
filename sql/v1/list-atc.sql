-- Filter list of ATC groups (level 1): one row per choice, with what it is worth: articles bought and potential in CHF.
-- $language (de, en, fr, it): language of the names; a group without a name there goes by its letter. By letter.
select
  atc_group::varchar as "id",
  coalesce(any_value(atc_names.name), atc_group::varchar) as "name",
  count(*)::integer as "count",
  sum(turnover_potential)::double as "turnoverPotential"
from assortment
left join atc_names on atc_names.code = atc_group::varchar and atc_names.language = $language::varchar
where atc_group is not null
group by atc_group
order by atc_group
