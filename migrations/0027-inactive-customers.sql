-- Versions that know 0026 go on with it.
create index customers_inactive on customers (external_id) where not active;
