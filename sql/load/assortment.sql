-- One row per article bought (net quantity above 0): its lines summed, joined once with the catalogue.
-- Quantities in packs, prices and sums in CHF; ex-factory without VAT, public with VAT.
create table assortment as
with article as (
  select
    article,
    max(product_gtin) as product_gtin,
    max(gtin) as gtin_read,
    max(pharmacode) as pharmacode_read,
    sum(line_count)::bigint as line_count,
    sum(quantity)::bigint as quantity
  from identifiers
  group by article
  having sum(quantity) > 0
),
first_alternative as (
  select gtin, first(alternative_gtin order by rank, alternative_gtin) as alternative_gtin from alternatives group by gtin
),
joined as (
  select
    article.article,
    coalesce(p.gtin, article.gtin_read) as gtin,
    coalesce(p.pharmacode, article.pharmacode_read) as pharmacode,
    p.gtin is not null as matched,
    article.line_count,
    article.quantity,
    p.description as product_name,
    p.name_order,
    p.manufacturer,
    coalesce(p.provider, false) as provider,
    p.atc,
    p.atc_group,
    p.molecule,
    coalesce(p.origin, 'other') as origin,
    coalesce(p.sl, false) as sl,
    coalesce(p.sb20, false) as sb20,
    coalesce(p.biological, false) as biological,
    coalesce(p.co_marketing, false) as co_marketing,
    coalesce(p.exclusive, false) as exclusive,
    p.ex_factory_price,
    p.public_price,
    coalesce(article.quantity * p.ex_factory_price, 0)::decimal(18, 2) as ex_factory_sum,
    coalesce(article.quantity * p.public_price, 0)::decimal(18, 2) as public_sum,
    coalesce(d.stocked_out, false) as stocked_out,
    d.reported_on as stockout_reported_on,
    d.updated_on as stockout_updated_on,
    d.status as stockout_status,
    d.expected_delivery as stockout_expected_delivery,
    d.comment as stockout_comment,
    d.back_in_stock_on,
    a.gtin as alternative_gtin,
    a.pharmacode as alternative_pharmacode,
    a.description as alternative_name,
    a.name_order as alternative_name_order,
    coalesce(a.sl, false) as alternative_sl,
    coalesce(a.co_marketing, false) as alternative_co_marketing,
    coalesce(a.exclusive, false) as alternative_exclusive,
    a.ex_factory_price as alternative_ex_factory_price,
    case
      when a.gtin is null then null
      when p.pack_size > 0 and a.pack_size > 0 and p.unit = a.unit then (p.pack_size / a.pack_size)::double
      else 1
    end as pack_factor,
    -- Exact: packs × pack size (thousandths) × price (centimes) ÷ pack size (thousandths), half up.
    case
      when a.ex_factory_price is null then 0
      when p.pack_size > 0 and a.pack_size > 0 and p.unit = a.unit then
        (
          (2 * article.quantity::hugeint * (p.pack_size * 1000)::hugeint * (a.ex_factory_price * 100)::hugeint
            + (a.pack_size * 1000)::hugeint)
          // (2 * (a.pack_size * 1000)::hugeint)
        )::decimal(20, 0) / 100
      else article.quantity * a.ex_factory_price
    end::decimal(18, 2) as turnover_potential,
    a.gtin is not null and coalesce(not e.stocked_out, true) as alternative_deliverable,
    coalesce(e.stocked_out, false) as alternative_stocked_out,
    e.reported_on as alternative_stockout_reported_on,
    e.updated_on as alternative_stockout_updated_on,
    e.status as alternative_stockout_status,
    e.expected_delivery as alternative_stockout_expected_delivery,
    e.comment as alternative_stockout_comment,
    e.back_in_stock_on as alternative_back_in_stock_on,
    coalesce(a.gtin, case when p.provider then p.gtin end) as set_gtin
  from article
  left join products p on p.gtin = article.product_gtin
  left join first_alternative f on f.gtin = p.gtin and not p.provider
  left join products a on a.gtin = f.alternative_gtin
  left join deliverability d on d.gtin = p.gtin
  left join deliverability e on e.gtin = a.gtin
)
select joined.*, bought.quantity as alternative_quantity
from joined
left join article bought on bought.product_gtin = joined.alternative_gtin
order by joined.article;
