-- Back in stock: one row per product, whoever's, that was missing, is deliverable again and is not discontinued.
-- swissmedicNo1 carries the Pharmacode. qty: packs of the feeding statistic; turnover: CHF, qty × efPreis1 (CHF per pack,
-- ex-factory without VAT); both null without a feeding statistic, turnover also while packs bought have no price. Dates
-- YYYY-MM-DD.
-- $general (sb20, co: a co-marketing product) narrows; $type (generika, original), $molecule, $manufacturer (names) and $atc
-- (codes of any level, by prefix) widen within themselves.
-- $find leaves products whose name, GTIN, Pharmacode or manufacturer have all of its words, whatever their case and accents.
-- $date (YYYY-MM-DD): back on that day or later; null: four calendar months before $todayUtc.
-- $sortBy: date (backInStockDate) or turnover, descending; ties by name, then GTIN.
select
  gtin as "gtin",
  pharmacode as "swissmedicNo1",
  product_name as "productName",
  manufacturer::varchar as "hersteller1",
  provider as "provider",
  back_in_stock_on::varchar as "backInStockDate",
  reported_on::varchar as "reportedOn1",
  quantity::double as "qty",
  ex_factory_price::double as "efPreis1",
  turnover::double as "turnover",
  sb20 as "sB20",
  co_marketing as "coMarketing",
  molecule::varchar as "molecule",
  atc::varchar as "atc",
  atc_group::varchar as "atcCategory",
  origin::varchar as "origin"
from market_returns($date::date, $todayUtc::date)
where general_filter($general::varchar[], null, null, sb20, null, co_marketing)
  and type_filter($type::varchar[], origin)
  and name_filter($molecule::varchar[], molecule)
  and atc_filter($atc::varchar[], atc)
  and name_filter($manufacturer::varchar[], manufacturer)
  and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, null, null, null)
order by
  case when $sortBy::varchar = 'date' then back_in_stock_on end desc nulls last,
  case when $sortBy::varchar = 'turnover' then turnover end desc nulls last,
  name_order
