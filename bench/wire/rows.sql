-- A long list as a page or an export takes it: the first $rows purchase lines, with what the catalogue says of each.
select
  l.row_number as "row",
  a.gtin as "gtin",
  a.pharmacode as "pharmacode1",
  a.alternative_pharmacode as "pharmacode2",
  a.product_name as "productName",
  a.alternative_gtin as "alternativeGTIN",
  a.alternative_name as "alternativeProductName",
  l.quantity::double as "qtySum1",
  a.alternative_quantity::double as "qtySum2",
  (l.quantity * a.ex_factory_price)::double as "efPreisSum",
  (l.quantity * a.public_price)::double as "pPreisSum",
  a.alternative_ex_factory_price::double as "efPreis2",
  a.turnover_potential::double as "turnoverPotential",
  a.sb20 as "sB20",
  a.exclusive as "providerExclusive1",
  a.co_marketing as "coMarketing",
  a.sl as "sL1",
  a.manufacturer as "manufacturer",
  a.molecule as "molecule",
  a.atc as "atc"
from lines l
join assortment a on a.article = l.article
order by l.row_number
limit $rows::bigint
