-- Products with what the customer bought of them: one row per product of the catalogue, or with $all = false only those
-- bought. Quantities in packs, returns deducted, 0 where a product was not bought or returns outweigh what was; prices per
-- pack and sums in CHF, ex-factory without VAT, public with VAT, null where no price is known; dates YYYY-MM-DD.
select
  p.gtin,
  p.pharmacode,
  p.description,
  p.manufacturer::varchar as manufacturer,
  p.molecule::varchar as molecule,
  p.atc::varchar as atc,
  p.origin::varchar as origin,
  p.pack_size_text,
  p.form,
  p.strength,
  p.category,
  p.sl,
  p.sb20,
  p.co_marketing,
  p.ex_factory_price::double as ex_factory_price,
  p.public_price::double as public_price,
  coalesce(bought.line_count, 0)::integer as line_count,
  coalesce(bought.quantity, 0)::double as quantity,
  case
    when bought.article is null then 0
    else bought.ex_factory_sum
  end::double as ex_factory_sum,
  case
    when bought.article is null then 0
    else bought.public_sum
  end::double as public_sum,
  o.alternative_gtin,
  o.alternative_pharmacode,
  o.alternative_name,
  o.alternative_ex_factory_price::double as alternative_ex_factory_price,
  o.pack_factor::double as pack_factor,
  case
    when bought.article is null or o.alternative_gtin is null then 0
    else bought.turnover_potential
  end::double as turnover_potential,
  o.stocked_out,
  case when o.stocked_out then o.stockout_reported_on end::varchar as stockout_reported_on,
  case when o.stocked_out then o.stockout_expected_delivery end as stockout_expected_delivery,
  o.stocked_out and o.stockout_expected_week as stockout_expected_week
from products p
join offers o on o.gtin = p.gtin
left join assortment bought on bought.matched and bought.article = p.gtin
where $all::boolean or bought.article is not null
order by p.name_order
