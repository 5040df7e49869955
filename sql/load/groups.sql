-- Lists by one column of `assortment`, whichever it is: `key` is the column, an ENUM, and `leaves` what filters leave of the
-- articles. Sums add what is known: an article without a price, or whose alternative has none, adds nothing to them.

-- One row per group: its name, its place among the names, and its figures (packs, CHF), of which `figure` is the one that
-- `sort_by` names.
create macro groups_by(key, sort_by, leaves) as table
select
  key::varchar as name,
  enum_code(key) as place,
  count(*)::integer as "count",
  sum(quantity)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential",
  case sort_by
    when 'count' then count(*)
    when 'qtySum' then sum(quantity)
    when 'efPreisSum' then coalesce(sum(ex_factory_sum), 0)
    when 'pPreisSum' then coalesce(sum(public_sum), 0)
    when 'turnoverPotential' then coalesce(sum(turnover_potential), 0)
  end as figure
from assortment
where key is not null and leaves
group by key;

-- The figures of all groups, and their number: one row.
create macro group_totals(key, leaves) as table
with
-- The figures of each group: counting their rows is faster than counting distinct values.
groups as (
  select
    count(*) as articles,
    sum(quantity) as quantity,
    sum(ex_factory_sum) as ex_factory_sum,
    sum(public_sum) as public_sum,
    sum(turnover_potential) as turnover_potential
  from assortment
  where key is not null and leaves
  group by key
)
select
  count(*)::integer as "rowCount",
  coalesce(sum(articles), 0)::integer as "count",
  coalesce(sum(quantity), 0)::double as "qtySum",
  coalesce(sum(ex_factory_sum), 0)::double as "efPreisSum",
  coalesce(sum(public_sum), 0)::double as "pPreisSum",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from groups;
