-- Says what is loaded from now on. $products (name_order), $statistics: with commas between them.
insert into bought_products select id from listed($products::varchar);
insert into bought_statistics select id from listed($statistics::varchar);
