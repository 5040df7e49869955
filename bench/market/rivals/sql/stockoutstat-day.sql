-- {series}: which products count.
with changes as (
  select o.product_id, o.missing_on as day, 'missing' as change, o.missing_on, o.back_on
  from outages o
  union all
  select o.product_id, o.back_on, 'back', o.missing_on, o.back_on
  from outages o
  where o.back_on is not null
),
newest as (
  select max(day) as day from changes join products p on p.id = product_id where {series}
)
select
  p.gtin,
  p.name,
  m.name,
  change,
  missing_on::text,
  back_on::text,
  a.gtin,
  a.name
from changes
join newest using (day)
join products p on p.id = product_id
left join manufacturers m on m.id = p.manufacturer_id
left join lateral (
  select offered.gtin, offered.name
  from alternatives
  join products offered on offered.id = alternative_id
  where alternatives.product_id = p.id and not p.provider
  order by rank, offered.gtin
  limit 1
) a on true
where {series}
order by change desc, p.name_order
