-- Text as searches compare it: in small letters without accents, so that zurich finds Zürich and Zürich finds ZURICH.
create function folded(text text) returns text language sql immutable parallel safe
return regexp_replace(lower(normalize(text, NFD)), '[\u0300-\u036f]', '', 'g');

-- The column word_starts stays for processes that still run: it is read without its index there.
drop index customers_search;
drop index customers_word_starts;
drop index customers_name_prefix;
create index customers_search on customers using gin (folded(search) gin_trgm_ops);
create index customers_word_starts on customers using gin (word_starts(folded(search)));
create index customers_name_prefix on customers (folded(name) text_pattern_ops);

drop index statistics_customer_name_search;
drop index statistics_representative_search;
create index statistics_customer_name_search on statistics using gin (folded(customer_name) gin_trgm_ops);
create index statistics_representative_search on statistics using gin (folded(sales_representative) gin_trgm_ops);
