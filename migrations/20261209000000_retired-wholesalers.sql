-- Since when a wholesaler is no longer offered; what refers to it goes on showing it. null: it is offered.
alter table wholesalers add column retired_at timestamptz;
