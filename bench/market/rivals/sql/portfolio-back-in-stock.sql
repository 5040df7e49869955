-- The rows of returned.sql.
{returned}
select
  gtin,
  pharmacode,
  returned.name,
  m.name,
  provider,
  back_in_stock_on::text,
  reported_on::text,
  quantity::double precision,
  ex_factory_price::double precision / 100,
  turnover::double precision / 100,
  sb20,
  co_marketing,
  mo.name,
  atc,
  atc_group,
  origin
from returned
left join manufacturers m on m.id = manufacturer_id
left join molecules mo on mo.id = molecule_id
order by back_in_stock_on desc, name_order
