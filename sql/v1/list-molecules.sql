-- Filter list of molecules: one row per choice, with what it is worth: articles bought and potential in CHF. By name.
select
  molecule::varchar as "id",
  molecule::varchar as "name",
  count(*)::integer as "count",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from assortment
where molecule is not null
group by molecule
order by enum_code(molecule)
