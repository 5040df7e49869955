-- {gtin}: the product.
with said as (
  select
    p.gtin,
    d.*,
    case when expected_delivery ~ '^\d\d\d\d-\d\d-\d\d$' then expected_delivery::date end as day
  from products p
  join deliveries d on d.product_id = p.id
  where p.gtin = {gtin}
)
select
  concat_ws(' ', gtin, reported_on::text, source, said_on::text),
  gtin,
  source,
  reported_on::text,
  said_on::text,
  expected_delivery,
  expected_week,
  day - lag(day) over (partition by gtin, source, reported_on order by said_on)
from said
order by reported_on desc, source, gtin, said_on
