-- Filter list of manufacturers: one row per choice, with what it is worth: articles bought and potential in CHF. By
-- name.
select
  manufacturer::varchar as "id",
  manufacturer::varchar as "name",
  count(*)::integer as "count",
  coalesce(sum(turnover_potential), 0)::double as "turnoverPotential"
from assortment
where manufacturer is not null
group by manufacturer
order by enum_code(manufacturer)
