-- Versions that know 0022 go on with it.
-- When a version was handed out again after the cart had been another one; it counts as made then. null: it never was.
alter table orders add column handed_again_at timestamptz;
