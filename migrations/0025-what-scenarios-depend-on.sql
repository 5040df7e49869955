-- Versions that know 0024 go on with it.
-- Of which list of stock-outs and which companies of the provider a scenario was when it was kept. 0: of none, of those of the
-- options; so are those that were kept before.
alter table scenarios
  add column stockout_revision integer not null default 0,
  add column provider_revision integer not null default 0;
