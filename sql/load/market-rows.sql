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
