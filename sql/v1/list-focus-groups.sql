-- Filter list of focus groups: one row per group, with what it is worth: articles bought and potential in CHF, 0 when
-- it has none. An article belongs to the groups that name its GTIN, its molecule, or those of its alternative. By name,
-- then id.
with
-- One row per article and group it belongs to.
members as (
  select unnest(focus_group_ids) as id, turnover_potential from assortment
),
-- What the groups are worth that articles belong to.
worth as (
  select id, count(*) as articles, sum(turnover_potential) as potential from members group by id
)
select
  focus_groups.id as "id",
  any_value(focus_groups.name) as "name",
  coalesce(any_value(worth.articles), 0)::integer as "count",
  coalesce(any_value(worth.potential), 0)::double as "turnoverPotential"
from focus_groups
left join worth on worth.id = focus_groups.id
group by focus_groups.id
order by "name" collate de, focus_groups.id::integer
