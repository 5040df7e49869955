-- Versions that know 0018 go on with it.
-- The provider's products that a scenario proposed when it was kept, as {gtin, productDescription, packs}, with the packs of its
-- statistic's period; none of scenarios that were kept before.
alter table scenarios
  add column proposed jsonb not null default '[]' check (pg_column_size(proposed) <= 1000000);
