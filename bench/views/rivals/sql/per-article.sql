-- The same rows kept as a table: what our own assortment table does, in the rival.
create table assortment_rows as select * from assortment;
drop view assortment;
create view assortment as select * from assortment_rows;
