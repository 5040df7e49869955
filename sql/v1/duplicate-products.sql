-- Duplicate products: one row per competitor's article (fields ending in 1) of an interchangeable set of which two or
-- more articles are bought; the fields ending in 2 are those of the set's provider product, bought (qty2 > 0) or not.
-- Quantities in packs; prices per pack and potential in CHF, ex-factory without VAT, public with VAT; the potential is
-- unknown (null) while the provider's product has no price.
-- Sets in the order of the provider product's name, then GTIN; within a set the largest potential first (unknown last), then
-- by name.
select
  gtin as "gtiN1",
  alternative_gtin as "gtiN2",
  product_name as "description1",
  alternative_name as "description2",
  quantity::double as "qty1",
  coalesce(alternative_quantity, 0)::double as "qty2",
  ex_factory_price::double as "efPreis1",
  alternative_ex_factory_price::double as "efPreis2",
  public_price::double as "pPreis1",
  alternative_public_price::double as "pPreis2",
  turnover_potential::double as "turnoverPotential"
from assortment
where alternative_gtin is not null and set_articles >= 2
order by alternative_name_order, turnover_potential desc nulls last, name_order
