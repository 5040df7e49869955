-- {series}: which products count.
with span as (
  select
    greatest(max(reported_on), max(updated_on), max(back_in_stock_on), (select stockout_date from market)) as last_day
  from episodes
)
select
  p.gtin,
  p.name,
  m.name,
  o.missing_on::text,
  o.back_on::text,
  a.gtin,
  a.name
from outages o
cross join span
join products p on p.id = o.product_id
left join manufacturers m on m.id = p.manufacturer_id
left join lateral (
  select offered.gtin, offered.name
  from alternatives
  join products offered on offered.id = alternative_id
  where alternatives.product_id = p.id and not p.provider
  order by rank, offered.gtin
  limit 1
) a on true
where {series} and o.missing_on <= span.last_day and (o.back_on is null or o.back_on > span.last_day)
order by p.name_order
