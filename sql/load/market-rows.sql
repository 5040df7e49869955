-- What questions over the market are about, before filters: which rows of `stockout_rows` and `back_in_stock` count since a
-- day, and what the feeding statistic says of them. Every view over the market reads them from here.

-- The statistic that stands for the market: one row, also while there is none. Its first and last month as YYYY-MM, and
-- whether it names a customer, whose it then is; market data are of none.
create macro feeding_statistic() as table
select
  count(*) > 0 as feeding,
  any_value(printf('%04d-%02d', time_year_from, time_month_from)) as first_month,
  any_value(printf('%04d-%02d', time_year_to, time_month_to)) as last_month,
  any_value(concat(customer_external_id, customer_name) <> '') as of_customer
from statistic;

-- Which of the stock-out rows count since a day, by default six calendar months before `today`: one per product, of several
-- episodes the earliest; with `every_alternative` one per product and alternative.
create macro counts_since(since, today, reported_on, earlier_reported_on, place, every_alternative) as
  reported_on >= coalesce(since, (today - interval 6 month)::date)
  and coalesce(earlier_reported_on < coalesce(since, (today - interval 6 month)::date), true)
  and (every_alternative or place = 1);

create macro stockouts_since(since, today, every_alternative := false) as table
select *
from stockout_rows
where counts_since(since, today, reported_on, earlier_reported_on, place, every_alternative);

-- All stock-out rows with packs and potential of the feeding statistic; both null while there is none. Joined by
-- name_order, which is as much a product's own as its GTIN: numbers join faster than text, and what matches no product has
-- none. A statistic that feeds the market has this ready as a table: see load/fed.sql.
create macro fed_stockouts() as table
select
  missing.*,
  case when feeding then coalesce(bought.quantity, 0) end as quantity,
  case
    when not feeding then null
    when missing.alternative_gtin is null then 0
    else
      turnover_potential(
        coalesce(bought.quantity, 0),
        missing.pack,
        missing.alternative_pack,
        missing.alternative_ex_factory_price
      )
  end as turnover_potential
from stockout_rows missing
cross join (select count(*) > 0 as feeding from statistic)
left join assortment bought on bought.name_order = missing.name_order;

create macro market_stockouts(since, today, every_alternative := false) as table
select *
from fed_stockouts()
where counts_since(since, today, reported_on, earlier_reported_on, place, every_alternative);

-- What lists of stock-outs tell of each row for which `leaves` holds, under the names of their answers: fields ending in 1
-- are the product's, in 2 the alternative's. Beside them what they are ordered and summed by. `today` and `new_days` decide
-- what is new, `today` what came back lately, and `today_utc` where six calendar months begin if `since` is null.
create macro missing_products(every_alternative, since, today_utc, today, new_days, leaves) as table
select
  gtin as "gtin",
  pharmacode as "pharmacode1",
  product_name as "productName",
  manufacturer::varchar as "hersteller1",
  alternative_gtin as "alternativeGTIN",
  alternative_pharmacode as "pharmacode2",
  alternative_name as "alternativeProductName",
  alternative_manufacturer::varchar as "manufacturer2",
  quantity::double as "qty",
  turnover_potential::double as "turnoverPotential",
  pack_factor as "packFactor",
  alternative_ex_factory_price::double as "efPreis2",
  expected_delivery as "deliverability1",
  case when alternative_stocked_out then alternative_stockout_expected_delivery end as "deliverability2",
  expected_week as "deliverabilityWeek1",
  alternative_stocked_out and alternative_stockout_expected_week as "deliverabilityWeek2",
  status as "deliverabilityStatus1",
  case when alternative_stocked_out then alternative_stockout_status end as "deliverabilityStatus2",
  updated_on::varchar as "deliverabilityUpdate1",
  case when alternative_stocked_out then alternative_stockout_updated_on end::varchar as "deliverabilityUpdate2",
  reported_on::varchar as "deliverabilityReportingDate1",
  case when alternative_stocked_out then alternative_stockout_reported_on end::varchar as "deliverabilityReportingDate2",
  case when alternative_stocked_out then alternative_stockout_comment end as "deliverabilityComment2",
  case when alternative_gtin is not null then alternative_co_marketing end as "coMarketing",
  co_marketing as "coMarketing1",
  case when alternative_back_in_stock_on >= today - interval 4 month then alternative_back_in_stock_on end::varchar
    as "backInStockDate",
  coalesce(alternative_back_in_stock_on >= today - interval 4 month, false) as "backInStock2",
  case when alternative_gtin is not null then alternative_stocked_out end as "stockOut2",
  sb20 as "sB20",
  coalesce(went_missing_on > today - new_days, false) as "newStockout1",
  coalesce(alternative_went_missing_on > today - new_days, false) as "newStockout2",
  reported_on::varchar as "reportedOn1",
  first_list as "knownSinceAtLeast1",
  missing_since::varchar as "missingSince1",
  moves as "moves1",
  moved_days as "movedDays1",
  list_on::varchar as "listDate1",
  discontinued as "discontinued1",
  sources as "sources1",
  sources_disagree as "sourcesDisagree1",
  molecule::varchar as "molecule",
  atc::varchar as "atc",
  atc_group::varchar as "atcCategory",
  origin::varchar as "origin",
  name_order,
  place,
  manufacturer,
  quantity,
  turnover_potential
from market_stockouts(since, today_utc, every_alternative := every_alternative)
where leaves;

-- All products back in stock with packs and turnover of the feeding statistic; both null while there is none.
create macro fed_returns() as table
select
  back.*,
  case when feeding then coalesce(bought.quantity, 0) end as quantity,
  case
    when not feeding then null
    when bought.quantity is null then 0
    else bought.quantity * back.ex_factory_price
  end::decimal(38, 2) as turnover
from back_in_stock back
cross join (select count(*) > 0 as feeding from statistic)
left join assortment bought on bought.name_order = back.name_order;

-- Those back in stock since a day, by default four calendar months before `today`.
create macro market_returns(since, today) as table
select *
from fed_returns()
where back_in_stock_on >= coalesce(since, (today - interval 4 month)::date);
