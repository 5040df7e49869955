-- {gtin}: the product.
select
  concat_ws(' ', p.gtin, e.reported_on::text, e.source),
  p.gtin,
  e.source,
  e.reported_on::text,
  e.first_list,
  e.updated_on::text,
  s.last_list_on::text,
  e.status,
  e.expected_delivery,
  e.expected_week,
  e.comment,
  e.back_in_stock_on::text,
  null::text,
  e.discontinued,
  e.back_in_stock_on is null,
  e.moves,
  e.moved_days
from products p
join episodes e on e.product_id = p.id
left join sources s on s.source = e.source
where p.gtin = {gtin}
order by e.reported_on desc, e.source, p.gtin
