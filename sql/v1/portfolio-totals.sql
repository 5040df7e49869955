-- Totals of the overview of the stock-out analyser: one row, the figures of all rows that the filters leave, and their number.
-- qty: packs of the feeding statistic; turnoverPotential: CHF, ex-factory price of the alternatives without VAT; both null
-- while there is none (feeding false). Sums add what is known; potentialsUnknown counts the rows whose potential isn't.
-- feedingFrom, feedingTo: its months, YYYY-MM; feedingOfCustomer: whether it names a customer, or is market data; null likewise.
-- available: rows whose alternative is deliverable. priceDate and stockOutDate: the days that prices and stock-outs are of.
-- $general (match, available_match, sb20, co: the product is a co-marketing product, discontinued) narrows; $type (generika, original),
-- $molecule, $manufacturer (names) and $atc (codes of any level, by prefix) widen within themselves.
-- $find leaves rows whose names, GTINs, Pharmacodes or manufacturer have all of its words, whatever their case and accents.
-- $stockOutSince (YYYY-MM-DD): stock-outs reported on that day or later; null: six calendar months before $todayUtc.
with
-- The figures of the rows that the filters leave.
sums as (
  select
    count(*)::integer as row_count,
    count(distinct manufacturer)::integer as manufacturers,
    sum(case when alternative_deliverable then 1 else 0 end)::integer as available,
    coalesce(sum(quantity), 0) as quantity,
    coalesce(sum(turnover_potential), 0) as turnover_potential,
    sum(case when quantity is not null and turnover_potential is null then 1 else 0 end)::integer as potentials_unknown
  from market_stockouts($stockOutSince::date, $todayUtc::date)
  where general_filter($general::varchar[], alternative_gtin, alternative_deliverable, sb20, true, co_marketing)
    and missing_filter($general::varchar[], discontinued)
    and type_filter($type::varchar[], origin)
    and name_filter($molecule::varchar[], molecule)
    and atc_filter($atc::varchar[], atc)
    and name_filter($manufacturer::varchar[], manufacturer)
    and find_filter($find::varchar[], product_name, gtin, pharmacode, manufacturer, alternative_name, alternative_gtin, alternative_pharmacode)
)
select
  row_count as "rowCount",
  manufacturers as "manufacturers",
  coalesce(available, 0) as "available",
  case when feeding then quantity end::double as "qty",
  case when feeding then turnover_potential end::double as "turnoverPotential",
  case when feeding then coalesce(potentials_unknown, 0) end as "potentialsUnknown",
  feeding as "feeding",
  first_month as "feedingFrom",
  last_month as "feedingTo",
  of_customer as "feedingOfCustomer",
  price_date::varchar as "priceDate",
  stockout_date::varchar as "stockOutDate"
from sums
cross join feeding_statistic()
cross join market
