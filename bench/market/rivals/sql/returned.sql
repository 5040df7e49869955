-- Products that are back in stock.
-- {since}: the day.
with last_back as (
  select distinct on (e.product_id) e.product_id, e.back_in_stock_on, e.reported_on
  from episodes e
  where e.back_in_stock_on >= {since}
  order by e.product_id, e.back_in_stock_on desc, e.reported_on desc
),
returned as (
  select
    p.*,
    last_back.back_in_stock_on,
    last_back.reported_on,
    coalesce(b.quantity, 0) as quantity,
    case when b.quantity is null then 0 else b.quantity * p.ex_factory_price end as turnover
  from last_back
  join products p on p.id = last_back.product_id
  left join lateral bought(p.id) b on true
  where not exists (select from episodes o where o.product_id = p.id and o.back_in_stock_on is null)
    and not exists (
      select
      from episodes g
      where g.product_id = p.id
        and g.discontinued
        and not exists (
          select
          from episodes later
          where later.product_id = p.id and later.source = g.source and later.reported_on > g.reported_on
        )
    )
)
