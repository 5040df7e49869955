-- Totals of the products back in stock: one row, the figures of all rows that the filters leave, and their number. qty: packs of
-- the feeding statistic; turnover: CHF, ex-factory without VAT; both null while there is none (feeding false). Sums add what
-- is known; turnoversUnknown counts the rows whose turnover isn't. priceDate and stockOutDate: the days that prices and
-- stock-outs are of.
-- feedingFrom, feedingTo: months of the feeding statistic, YYYY-MM; feedingOfCustomer: whether it names a customer, or is market
-- data; null while there is none.
-- $general (sb20, co: a co-marketing product) narrows; $type (generika, original), $molecule, $manufacturer (names) and $atc
-- (codes of any level, by prefix) widen within themselves.
-- $find leaves products whose name, GTIN, Pharmacode or manufacturer have all of its words, whatever their case and accents.
-- $date (YYYY-MM-DD): back on that day or later; null: four calendar months before $todayUtc.
with
-- The figures of the rows that the filters leave.
sums as (
  select
    count(*)::integer as row_count,
    coalesce(sum(quantity), 0) as quantity,
    coalesce(sum(turnover), 0) as turnover,
    sum(case when quantity is not null and turnover is null then 1 else 0 end)::integer as turnovers_unknown
  from market_returns($date::date, $todayUtc::date)
  where general_filter($general::varchar[], null, null, sb20, null, co_marketing)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
    and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, null, null, null)
)
select
  row_count as "rowCount",
  case when feeding then quantity end::double as "qty",
  case when feeding then turnover end::double as "turnover",
  case when feeding then coalesce(turnovers_unknown, 0) end as "turnoversUnknown",
  feeding as "feeding",
  first_month as "feedingFrom",
  last_month as "feedingTo",
  of_customer as "feedingOfCustomer",
  price_date::varchar as "priceDate",
  stockout_date::varchar as "stockOutDate"
from sums
cross join feeding_statistic()
cross join market
