-- From which order value on a wholesaler takes orders, and delivers free of charge; CHF, null: no such limit.
alter table wholesalers
  add column minimum_order_value numeric(12, 2) check (minimum_order_value >= 0),
  add column free_delivery_from numeric(12, 2) check (free_delivery_from >= 0);

-- What a user puts together from a statistic. Multipliers and quantities are exact: whole numbers or fractions, 12/7.
create table carts (
  id integer generated always as identity primary key,
  -- 128 random bits, base64url.
  cart_key text not null unique check (length(cart_key) = 22),
  statistic_id integer not null references statistics (id) on delete cascade,
  owner_id integer not null references users (id) on delete cascade,
  -- Number of the last change.
  version integer not null default 0,
  -- Number of the change that the header is from; 0: none.
  header_version integer not null default 0,
  visible boolean not null default false,
  multiplier text not null default '1' check (multiplier ~ '^[1-9][0-9]*(/[1-9][0-9]*)?$'),
  delivery_date date,
  wholesaler_id integer references wholesalers (id) on delete set null,
  delivery_type text not null default 'Barcode' check (delivery_type in ('Barcode', 'TransferOrder')),
  signature_name text not null default '' check (length(signature_name) <= 200),
  signature_id integer,
  created_at timestamptz not null default now(),
  unique (statistic_id, owner_id)
);
create index carts_owner on carts (owner_id);
create index carts_wholesaler on carts (wholesaler_id);

-- What was signed: the selection of that moment, by its SHA-256, at the prices of a catalogue revision.
create table cart_signatures (
  id integer generated always as identity primary key,
  cart_id integer not null references carts (id) on delete cascade,
  -- A drawn one as PNG; null: the typed name, confirmed.
  image bytea check (length(image) <= 100000),
  name text not null,
  selection_sha256 bytea not null check (length(selection_sha256) = 32),
  catalogue_revision integer not null,
  signed_at timestamptz not null default now()
);
create index cart_signatures_cart on cart_signatures (cart_id);
alter table carts add foreign key (signature_id) references cart_signatures (id) on delete set null;
create index carts_signature on carts (signature_id);

-- Products selected, with the packs for the statistic's period.
create table cart_rows (
  cart_id integer not null references carts (id) on delete cascade,
  gtin text not null check (length(gtin) = 13),
  -- As it was called when it was selected, for when the catalogue does not know it any more.
  description text not null,
  quantity text not null check (quantity ~ '^[1-9][0-9]*(/[1-9][0-9]*)?$'),
  -- Number of the change that it is from.
  version integer not null,
  primary key (cart_id, gtin)
);

-- Who changed what and when, and what it was before: what undo and redo go by.
create table cart_changes (
  cart_id integer not null references carts (id) on delete cascade,
  change integer not null,
  user_id integer references users (id) on delete set null,
  made_at timestamptz not null default now(),
  kind text not null check (kind in ('row', 'bulk-update', 'bulk-deselect', 'header', 'undo', 'redo')),
  -- The client's own name of it, so that one that is sent again is made once.
  edit text check (length(edit) <= 64),
  -- Gtin, description, old and new quantity of each row; 0: not selected.
  rows jsonb not null,
  -- Old and new value by field.
  header jsonb not null,
  -- The change that it takes back or makes again.
  of_change integer,
  -- What undo and redo can do with it; null: nothing.
  state text check (state in ('done', 'undone', 'dropped')),
  primary key (cart_id, change)
);
create unique index cart_changes_edit on cart_changes (cart_id, edit) where edit is not null;
create index cart_changes_state on cart_changes (cart_id, state, change) where state in ('done', 'undone');
create index cart_changes_user on cart_changes (user_id);

-- Versions of carts that were handed out. They outlive cart and statistic, and never change.
create table orders (
  id integer generated always as identity primary key,
  cart_id integer references carts (id) on delete set null,
  cart_key text not null,
  version integer not null check (version > 0),
  statistic_id integer references statistics (id) on delete set null,
  owner_id integer references users (id) on delete set null,
  made_by integer references users (id) on delete set null,
  made_at timestamptz not null default now(),
  -- JSON as it was hashed.
  content text not null,
  content_sha256 bytea not null check (length(content_sha256) = 32),
  -- Of what a signature is for, to know whether the cart has changed since.
  selection_sha256 bytea not null check (length(selection_sha256) = 32),
  signed boolean not null,
  signature_image bytea,
  row_count integer not null,
  packs bigint not null,
  ex_factory_sum numeric(20, 2) not null,
  unique (cart_key, version),
  unique (cart_key, content_sha256)
);
create index orders_cart on orders (cart_id);
create index orders_statistic on orders (statistic_id);
create index orders_owner on orders (owner_id, id);
create index orders_maker on orders (made_by);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was handed out does not change' using errcode = 'raise_exception';
end
$$;
create trigger refuse_change
  before update of cart_key, version, made_at, content, content_sha256, selection_sha256, signed, signature_image,
    row_count, packs, ex_factory_sum
  on orders for each row execute function refuse_change();

-- Files of an order, kept as they were first made.
create table order_files (
  order_id integer not null references orders (id) on delete cascade,
  kind text not null check (kind in ('pdf', 'excel', 'barcode-excel', 'csv')),
  file_name text not null check (length(file_name) <= 255),
  content_type text not null check (length(content_type) <= 255),
  content bytea not null,
  made_at timestamptz not null default now(),
  primary key (order_id, kind)
);
create trigger refuse_change before update on order_files for each row execute function refuse_change();

-- Orders on their way to wholesalers: each is sent to an address once. Kept as a record of what was sent.
create table order_mails (
  id integer generated always as identity primary key,
  order_id integer not null references orders (id) on delete cascade,
  recipient text not null check (length(recipient) <= 255),
  -- Copy, subject, text and the kinds of the files that go with it.
  mail jsonb not null,
  requested_by integer references users (id) on delete set null,
  written_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (order_id, recipient)
);
create index order_mails_next on order_mails (next_attempt_at) where sent_at is null;
create index order_mails_requester on order_mails (requested_by);
