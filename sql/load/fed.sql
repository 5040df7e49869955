-- Makes ready, in the schema of a statistic that feeds the market, what views over the market read of it: the rows of
-- fed_stockouts and fed_returns as tables. From here on both names mean these, since the statistic's schema comes first.
-- Without them every question would join the widest rows there are anew.
create or replace table fed_stockout_rows as
select * from fed_stockouts() order by name_order, place, reported_on;

create or replace table fed_return_rows as
select * from fed_returns() order by back_in_stock_on desc, name_order;

create or replace macro fed_stockouts() as table select * from fed_stockout_rows;

create or replace macro fed_returns() as table select * from fed_return_rows;
