-- What each question looks up.
create unique index on products (gtin);
create index on products (manufacturer_id);
create index on products (molecule_id);
create index on products (atc_group);
create index on episodes (product_id, reported_on);
create index on episodes (reported_on) where back_in_stock_on is null;
create index on episodes (product_id) where back_in_stock_on is null;
create index on episodes (back_in_stock_on);
create index on deliveries (product_id, said_on);
create index on lines (article_id) include (quantity);
