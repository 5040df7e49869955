-- {limit}: how many rows. {newSince}, {backSince}: days from which a stock-out is new, and a delivery is news.
with bought as materialized (select * from assortment)
select
  d.gtin,
  d.pharmacode,
  a.pharmacode,
  d.name,
  a.gtin,
  a.name,
  cast(bought.quantity as double precision),
  cast(case when a.id is not null then coalesce(offered.quantity, 0) end as double precision),
  cast(bought.ex_factory_sum as double precision) / 100,
  cast(bought.public_sum as double precision) / 100,
  cast(ap.ex_factory_price as double precision) / 100,
  cast(bought.turnover_potential as double precision) / 100,
  bought.sb20,
  case when bought.provider then d.exclusive else 0 end,
  a.exclusive,
  d.co_marketing,
  a.co_marketing,
  d.sl,
  a.sl,
  case when d.stocked_out = 1 then d.expected_delivery end,
  case when a.stocked_out = 1 then a.expected_delivery end,
  case when d.stocked_out = 1 then d.expected_week else 0 end,
  case when a.stocked_out = 1 then a.expected_week else 0 end,
  case when d.stocked_out = 1 then d.status end,
  case when a.stocked_out = 1 then a.status end,
  case when d.stocked_out = 1 then d.updated_on end,
  case when a.stocked_out = 1 then a.updated_on end,
  case when d.stocked_out = 1 then d.reported_on end,
  case when a.stocked_out = 1 then a.reported_on end,
  case when a.stocked_out = 1 then a.comment end,
  a.back_in_stock_on,
  d.stocked_out,
  d.discontinued,
  a.stocked_out,
  case when d.stocked_out = 1 and d.reported_on > '{newSince}' then 1 else 0 end,
  case when a.stocked_out = 1 and a.reported_on > '{newSince}' then 1 else 0 end,
  case when a.back_in_stock_on >= '{backSince}' then 1 else 0 end,
  manufacturers.name,
  molecules.name,
  d.atc,
  bought.atc_group,
  bought.origin,
  cast(p.ex_factory_price as double precision) / 100,
  cast(p.public_price as double precision) / 100,
  cast(ap.public_price as double precision) / 100,
  case when a.id is not null then cast(p.pack as double precision) / p.alternative_pack end,
  coalesce(a.gtin, case when bought.provider then d.gtin end),
  d.article
from bought
join details d on d.id = bought.article_id
left join details a on a.id = bought.alternative_id
left join products p on p.id = bought.article_id
left join products ap on ap.id = bought.alternative_id
left join bought offered on offered.article_id = bought.alternative_id
left join manufacturers on manufacturers.id = bought.manufacturer_id
left join molecules on molecules.id = bought.molecule_id
order by bought.turnover_potential desc nulls last, d.name_order nulls last, d.article
{limit}
