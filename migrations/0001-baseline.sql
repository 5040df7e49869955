-- Users, customers and wholesalers · reference data · template files and proposals · statistics · carts and orders ·
-- mails, alerts and feeds · settings, usage and audit. This file never changes: what comes later is a file of its own.

create extension if not exists pg_trgm;

-- Tells every process what was changed, once it is committed: `kind:key` on the channel changes. The key is the values of
-- the columns that the trigger names, with blanks between them.
create function notify_change() returns trigger language plpgsql as $$
declare
  name text;
  part text;
  key text;
begin
  foreach name in array tg_argv[1:] loop
    execute format('select ($1).%I::text', name) into part using coalesce(new, old);
    key := concat_ws(' ', key, part);
  end loop;
  perform pg_notify('changes', tg_argv[0] || ':' || coalesce(key, ''));
  return null;
end
$$;

-- Counts what somebody edited, so that an edit can name the state that it is based on. Triggers count, so that what
-- processes of the release before change counts too.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- Text as searches compare it: in small letters without accents, so that zurich finds Zürich and Zürich finds ZURICH.
create function folded(text text) returns text language sql immutable parallel safe
return regexp_replace(lower(normalize(text, NFD)), '[\u0300-\u036f]', '', 'g');

-- The words of a text, folded, with a blank before each and nothing else between them: one trigram index finds those that
-- contain something and, by the blank, those that start with something, of one letter too.
create function searched_words(text text) returns text language sql immutable parallel safe
return ' ' || regexp_replace(folded(text), '[^[:alnum:]]+', ' ', 'g');

-- How the words of a text start. For processes of before searched_words.
create function word_starts(text text) returns text[] language sql immutable parallel safe
return array(
  select distinct left(word, length)
  from regexp_split_to_table(text, '[^[:alnum:]]+') as word, generate_series(1, 2) as length
  where word <> ''
);


-- USERS, CUSTOMERS AND WHOLESALERS

create table users (
  id integer generated always as identity primary key,
  email text not null,
  name text not null check (length(name) <= 255),
  role text not null check (role in ('User', 'Admin')),
  active boolean not null default true,
  full_data_access boolean not null default false,
  parent_user_id integer references users (id) on delete set null,
  replacement_user_id integer references users (id) on delete set null,
  language text not null default 'de' check (language in ('de', 'en', 'fr', 'it')),
  -- argon2id in PHC form; null: no password set yet
  password_hash text,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  version integer not null default 1
);
create unique index users_email on users (lower(email));
create index users_parent on users (parent_user_id);
create index users_replacement on users (replacement_user_id);
-- When a user last signed in is no change that anybody has to hear of.
create trigger notify_change
  after delete or update of email, name, role, active, full_data_access, parent_user_id, replacement_user_id, language,
    password_hash
  on users for each row execute function notify_change('user', 'id');
-- Signing in and passwords are no edits.
create trigger users_version before update on users for each row
when (
  (old.email, old.name, old.role, old.active, old.full_data_access, old.parent_user_id, old.replacement_user_id,
   old.language)
  is distinct from
  (new.email, new.name, new.role, new.active, new.full_data_access, new.parent_user_id, new.replacement_user_id,
   new.language)
)
execute function count_version();

-- A bearer token is 256 random bits; only its SHA-256 is kept.
create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Of a session that ends twelve hours after its last use; others end when their cookie does.
  sliding boolean not null default false
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
-- That what has expired is purged is no news; that a session is cut short is.
create trigger notify_change after delete on sessions
  for each row when (old.expires_at > now()) execute function notify_change('session', 'user_id');
create trigger notify_shortened after update on sessions
  for each row when (new.expires_at < old.expires_at) execute function notify_change('session', 'user_id');

-- A browser in which somebody has signed in: 256 random bits, of which only the SHA-256 is kept. Several may use one.
create table known_devices (
  token_hash bytea not null check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id, expires_at);

-- A link to set a password: 256 random bits, of which only the SHA-256 is kept; deleted when used.
create table reset_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index reset_tokens_user on reset_tokens (user_id);

-- A link by which the first administrator is made: 256 random bits, of which only the SHA-256 is kept. One per start of
-- a process while there is no user; none can be used any more once there is one.
create table setup_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  expires_at timestamptz not null
);

-- Failed sign-ins and the like, counted until they expire (milliseconds since 1970).
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table customers (
  external_id text primary key check (length(external_id) <= 255),
  name text not null,
  parent_external_id text,
  parent_name text,
  address text not null default '',
  active boolean not null default true,
  language text,
  channel text check (channel in ('APO', 'SD')),
  one_key text unique,
  -- For processes of before `words`.
  search text generated always as (
    lower(name || ' ' || external_id || ' ' || coalesce(parent_external_id, '') || ' '
      || coalesce(parent_name, '') || ' ' || address)
  ) stored,
  -- Stored, because folding costs more than PostgreSQL reckons with where it reads rows without an index.
  words text generated always as (searched_words(
    name || ' ' || external_id || ' ' || coalesce(parent_external_id, '') || ' ' || coalesce(parent_name, '') || ' ' || address
  )) stored
);
create index customers_words on customers using gin (words gin_trgm_ops);
create index customers_name_prefix on customers (folded(name) text_pattern_ops);
create index customers_external_id_prefix on customers (lower(external_id) text_pattern_ops);

-- Customers whom an administrator added or corrected: what the file of customers says otherwise does not count for them.
-- The row of `customers` is what is in force.
create table customer_corrections (
  external_id text primary key references customers,
  -- what was corrected, by the columns of customers; of an added one all of them
  corrected jsonb not null,
  -- the file's values of these columns when they were corrected; null: no file had the customer
  known jsonb,
  -- the file's row now; null: the file in force does not have the customer
  filed jsonb,
  corrected_by bigint references users on delete set null,
  corrected_at timestamptz not null default now()
);

create table wholesalers (
  id integer generated always as identity primary key,
  name text not null,
  enabled_for_apo boolean not null default false,
  enabled_for_sd boolean not null default false,
  enabled_for_online_orders boolean not null default false,
  conditions_contact text not null default '',
  transfer_order_contact text not null default '',
  acquisition_statistic_contact text not null default '',
  -- From which order value on it takes orders, and delivers free of charge; CHF, null: no such limit.
  minimum_order_value numeric(12, 2) check (minimum_order_value >= 0),
  free_delivery_from numeric(12, 2) check (free_delivery_from >= 0),
  -- Since when it is no longer offered; what refers to it goes on showing it. null: it is offered.
  retired_at timestamptz,
  version integer not null default 1
);
create trigger wholesalers_version before update on wholesalers for each row
when (
  (old.name, old.enabled_for_apo, old.enabled_for_sd, old.enabled_for_online_orders, old.conditions_contact,
   old.transfer_order_contact, old.acquisition_statistic_contact, old.minimum_order_value, old.free_delivery_from)
  is distinct from
  (new.name, new.enabled_for_apo, new.enabled_for_sd, new.enabled_for_online_orders, new.conditions_contact,
   new.transfer_order_contact, new.acquisition_statistic_contact, new.minimum_order_value, new.free_delivery_from)
)
execute function count_version();


-- REFERENCE DATA

-- Files of a revision are Parquet. A revision never changes. Its key and its sequence keep the table's former name.
create table all_catalogue_revisions (
  revision integer generated always as identity (sequence name catalogue_revisions_revision_seq)
    constraint catalogue_revisions_pkey primary key,
  published_at timestamptz not null default now(),
  -- the day for which it was built
  price_date date not null,
  products bytea not null,
  alternatives bytea not null,
  exclusives bytea not null,
  product_count integer not null,
  report jsonb not null,
  -- who published it, by name then; '' for a command
  published_by text not null default '' check (length(published_by) <= 600),
  -- the versions of template files it was built from; null where it came as CSV files
  built_from jsonb,
  -- Parquet: of each product which file says each of its fields, and what others say; null likewise
  traces bytea,
  -- The newest day of the price data that it was built from: the same as price_date where nobody knows better, as of
  -- catalogues that came as CSV files.
  prices_of date
);
alter table all_catalogue_revisions alter column products set storage external;
alter table all_catalogue_revisions alter column traces set storage external;

-- Which catalogue counts is said by a pointer, so that going back to an earlier revision is one step as publishing is.
create table current_catalogue (
  one boolean primary key default true check (one),
  revision integer not null references all_catalogue_revisions (revision),
  since timestamptz not null default now()
);
create index current_catalogue_revision on current_catalogue (revision);
create trigger notify_change after insert or update or delete on current_catalogue
  for each row execute function notify_change('catalogue', 'revision');

-- Whoever inserts a revision publishes it.
create function make_catalogue_current() returns trigger language plpgsql as $$
begin
  insert into current_catalogue (revision) values (new.revision)
  on conflict (one) do update set revision = excluded.revision, since = now();
  return null;
end
$$;
create trigger make_current after insert on all_catalogue_revisions
  for each row execute function make_catalogue_current();

-- The revisions up to the current one, for processes that take the highest number for it.
create view catalogue_revisions as
select revision, published_at, price_date, products, alternatives, exclusives, product_count, report
from all_catalogue_revisions
where revision <= (select revision from current_catalogue);

create table stockout_revisions (
  revision integer generated always as identity primary key,
  published_at timestamptz not null default now(),
  list_date date not null,
  -- Parquet: the episodes without sources, for processes that know none.
  stockouts bytea not null,
  open_count integer not null,
  report jsonb not null,
  -- Parquet: episodes belong to the source whose list reports them; null in revisions that have `stockouts` only.
  episodes bytea,
  -- Who published lists, and the days of the first and the last one, as [{source, firstListOn, lastListOn}].
  -- Required without a default, so that no process that knows none publishes over what several sources say.
  sources jsonb not null
);
alter table stockout_revisions alter column episodes set storage external;
create trigger notify_change after insert on stockout_revisions
  for each row execute function notify_change('stockouts', 'revision');

-- Sources of stock-out lists that administrators name, each with a template file of its own (`stockouts-wholesaler-<id>`).
create table named_stockout_sources (
  id integer generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 60),
  -- since when nobody asks it any more; its name stays taken, since its history stays
  ended_on date
);

-- The manufacturers that count as the provider's, as the portal last started with them: commands on a stored statistic
-- answer what the portal answers. One row, once a portal has started.
create table provider (
  only_row boolean primary key default true check (only_row),
  companies text[] not null
);

create table focus_groups (
  id integer generated always as identity primary key,
  name text not null,
  molecules text[] not null default '{}',
  gtins text[] not null default '{}',
  version integer not null default 1
);
create trigger focus_groups_version before update on focus_groups for each row
when ((old.name, old.molecules, old.gtins) is distinct from (new.name, new.molecules, new.gtins))
execute function count_version();

-- Grows with every change of the focus groups; part of every cache key. One row.
create table focus_group_revision (
  only_row boolean primary key default true check (only_row),
  revision integer not null
);
insert into focus_group_revision (revision) values (1);

create function focus_groups_changed() returns trigger language plpgsql as $$
declare
  grown integer;
begin
  update focus_group_revision set revision = revision + 1 returning revision into grown;
  perform pg_notify('changes', 'focusGroups:' || grown);
  return null;
end
$$;
create trigger focus_groups_changed after insert or update or delete or truncate on focus_groups
  for each statement execute function focus_groups_changed();


-- TEMPLATE FILES AND WHAT IS BUILT FROM THEM

-- Versions of template files: staged when checked, in use from `used_at` on, kept for good once they were used.
create table template_file_versions (
  id integer generated always as identity primary key,
  -- which template file, for example 'swissmedic-packs'
  key text not null check (length(key) <= 64),
  file_name text not null check (length(file_name) <= 255),
  size bigint not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- the file's own date, where it names one
  file_date date,
  row_count integer not null check (row_count >= 0),
  -- counts, columns found, difference to the version before, and what guards saw
  report jsonb not null,
  -- canonical rows as gzip-compressed NDJSON; null for files that are kept as they are
  rows bytea,
  checked_at timestamptz not null default now(),
  checked_by integer references users (id) on delete set null,
  used_at timestamptz,
  used_by integer references users (id) on delete set null,
  -- who used it last, by name then
  used_by_name text check (length(used_by_name) <= 600),
  reason text check (length(reason) <= 1000),
  -- rows with problems, as gzip-compressed NDJSON, apart from the report because they can be many
  problems bytea,
  -- what using the version changed the last time, for example the revision of stock-outs that it became
  effect jsonb
);
create index template_file_versions_key on template_file_versions (key, id);
create index template_file_versions_checked_by on template_file_versions (checked_by);
create index template_file_versions_used_by on template_file_versions (used_by);
create index template_file_versions_staged on template_file_versions (checked_at) where used_at is null;
-- Compressed already.
alter table template_file_versions alter column rows set storage external;
alter table template_file_versions alter column problems set storage external;

-- A version's file in parts, gzip-compressed one by one, so that neither side ever holds a large file whole.
create table template_file_parts (
  version_id integer not null references template_file_versions (id) on delete cascade,
  part integer not null check (part >= 0),
  content bytea not null,
  primary key (version_id, part)
);
alter table template_file_parts alter column content set storage external;

-- Which version of each template file counts. Going back to an earlier one moves this pointer.
create table template_files (
  key text primary key check (length(key) <= 64),
  version_id integer not null references template_file_versions (id),
  since timestamptz not null default now()
);
create index template_files_version on template_files (version_id);
create trigger notify_change after insert or update or delete on template_files
  for each row execute function notify_change('template_file', 'key');

-- Catalogues built from template files, looked at before they are published.
create table catalogue_proposals (
  id integer generated always as identity primary key,
  built_at timestamptz not null default now(),
  built_by integer references users (id) on delete set null,
  -- by name then
  built_by_name text not null check (length(built_by_name) <= 600),
  price_date date not null,
  -- the revision it was compared with; null where there was none
  base_revision integer references all_catalogue_revisions (revision),
  built_from jsonb not null,
  product_count integer not null,
  -- rows of each list of differences
  counts jsonb not null,
  report jsonb not null,
  -- Parquet; null once it is published, when the revision has them
  products bytea,
  alternatives bytea,
  exclusives bytea,
  traces bytea,
  -- what it does to the newest statistics, once somebody has asked
  effect jsonb,
  -- the day of Zurich that publishes it
  publish_on date,
  scheduled_by integer references users (id) on delete set null,
  -- why its day did not publish it
  missed text check (length(missed) <= 64),
  published_revision integer references all_catalogue_revisions (revision),
  -- as of all_catalogue_revisions
  prices_of date,
  check (published_revision is not null or products is not null),
  check (publish_on is null or publish_on >= price_date)
);
alter table catalogue_proposals alter column products set storage external;
alter table catalogue_proposals alter column traces set storage external;
create index catalogue_proposals_built_by on catalogue_proposals (built_by);
create index catalogue_proposals_scheduled_by on catalogue_proposals (scheduled_by);
create index catalogue_proposals_base on catalogue_proposals (base_revision);
create index catalogue_proposals_published on catalogue_proposals (published_revision);
-- One at a time: what is published first would be the ground on which the next no longer stands.
create unique index catalogue_proposals_scheduled on catalogue_proposals ((true))
  where publish_on is not null and published_revision is null and missed is null;

-- What a proposal changes, conflicts and doubts, each list in its order.
create table catalogue_proposal_rows (
  proposal_id integer not null references catalogue_proposals (id) on delete cascade,
  list text not null check (length(list) <= 32),
  place integer not null,
  -- what a search looks in
  words text not null,
  row jsonb not null,
  primary key (proposal_id, list, place)
);

-- What somebody has decided of alternatives that the rule proposes: refused ones are not proposed again, accepted ones wait
-- until they are taken over into the portfolio.
create table portfolio_decisions (
  gtin text not null check (length(gtin) = 13),
  -- what the rule proposed
  proposed_gtin text not null check (length(proposed_gtin) = 13),
  decision text not null check (decision in ('accepted', 'refused')),
  -- what is accepted: the same, or another product of the provider
  alternative_gtin text not null check (length(alternative_gtin) = 13),
  rank integer not null check (rank between 1 and 9999),
  decided_at timestamptz not null default now(),
  decided_by integer references users (id) on delete set null,
  primary key (gtin, proposed_gtin)
);
create index portfolio_decisions_decided_by on portfolio_decisions (decided_by);

-- The newest decision of many proposals at once, with what was decided of each before and since, so that it can be undone.
create table portfolio_bulk_decision (
  only_row boolean primary key default true check (only_row),
  decision text not null check (decision in ('accepted', 'refused', 'open')),
  rows jsonb not null,
  decided_at timestamptz not null default now()
);


-- STATISTICS

-- Pictures above a dashboard.
create table template_images (
  id integer generated always as identity primary key,
  name text not null,
  content_type text not null,
  content bytea not null
);

-- What a customer bought in a period, as a representative uploaded it.
create table statistics (
  id integer generated always as identity primary key,
  -- 128 random bits, base64url
  direct_link_id text not null unique check (length(direct_link_id) = 22),
  -- grows with every change; part of every cache key
  revision integer not null default 1,
  active boolean not null default true,
  test_upload boolean not null default false,
  accomplished boolean not null default false,
  customer text,
  customer_external_id text check (length(customer_external_id) <= 255),
  customer_name text check (length(customer_name) <= 255),
  import_date timestamptz not null default now(),
  time_month_from integer not null check (time_month_from between 1 and 12),
  time_year_from integer not null check (time_year_from >= 2018),
  time_month_to integer not null check (time_month_to between 1 and 12),
  time_year_to integer not null check (time_year_to >= 2018),
  time_information text,
  comment text check (length(comment) <= 255),
  -- name of the sales representative
  sales_representative text not null check (length(sales_representative) <= 255),
  uploader_id integer references users (id) on delete set null,
  header_image_id integer references template_images (id) on delete set null,
  file_name text not null,
  -- 18 characters of prefix, then the name as uploaded
  consent_file_name text,
  line_count integer not null,
  report jsonb not null,
  -- A deleted statistic can be restored for 24 hours, then its row and files go.
  deleted_at timestamptz,
  deleted_by integer references users (id) on delete set null
);
create index statistics_import on statistics (import_date desc, id desc);
create index statistics_uploader on statistics (uploader_id, import_date desc, id desc);
create index statistics_customer on statistics (customer_external_id);
create index statistics_deleted on statistics (deleted_at) where deleted_at is not null;
-- A page of the list reads nothing but this index, however far down it is.
create index statistics_page on statistics (import_date desc, id desc) include (uploader_id) where deleted_at is null;
create index statistics_customer_name_search on statistics using gin (folded(customer_name) gin_trgm_ops);
create index statistics_customer_id_search on statistics using gin (customer_external_id gin_trgm_ops);
create index statistics_representative_search on statistics using gin (folded(sales_representative) gin_trgm_ops);
-- By its link and its id, for caches that know it by one of them.
create trigger notify_change after update or delete on statistics
  for each row execute function notify_change('statistic', 'direct_link_id', 'id');

-- Apart from the row, so that lists never touch them.
create table statistic_files (
  statistic_id integer primary key references statistics (id) on delete cascade,
  file bytea not null,
  file_sha256 bytea not null,
  consent bytea,
  -- Parquet, the columns of sql/load/lines.sql
  lines bytea not null,
  -- What opening a statistic reads instead of its lines: their sums per pair of identifiers, as Parquet (sql/load/sums.sql).
  -- Null: stored before there were sums, or by a process that knows none. The portal makes them; until then it sums the lines.
  sums bytea
);
create index statistic_files_sha256 on statistic_files (file_sha256);
create index statistic_files_without_sums on statistic_files (statistic_id) where sums is null;
alter table statistic_files alter column file set storage external;
alter table statistic_files alter column lines set storage external;
alter table statistic_files alter column sums set storage external;

-- Every pair of GTIN and Pharmacode that a file ever had, as it was recognised there; 0: the file had none.
create table identifiers (
  id integer generated always as identity primary key,
  gtin bigint not null,
  pharmacode integer not null,
  unique (gtin, pharmacode)
);
create index identifiers_pharmacode on identifiers (pharmacode);

-- Which statistics contain what: the packs of each pair of identifiers, returns deducted. Written together with sums.
create table statistic_identifiers (
  identifier_id integer not null,
  statistic_id integer not null references statistics (id) on delete cascade,
  quantity bigint not null,
  primary key (identifier_id, statistic_id) include (quantity)
);
-- The rows of a statistic lie together: all that finding them takes is where.
create index statistic_identifiers_statistic on statistic_identifiers using brin (statistic_id) with (pages_per_range = 16);

-- Which column was taken for what, as a user corrected it, for files with the same headings.
create table column_choices (
  customer_external_id text not null,
  headings text not null,
  choice jsonb not null,
  chosen_at timestamptz not null default now(),
  primary key (customer_external_id, headings)
);


-- CARTS AND ORDERS

-- What a user puts together from a statistic. Multipliers and quantities are exact: whole numbers or fractions, 12/7.
create table carts (
  id integer generated always as identity primary key,
  -- 128 random bits, base64url.
  cart_key text not null unique check (length(cart_key) = 22),
  statistic_id integer not null references statistics (id) on delete cascade,
  owner_id integer references users (id) on delete cascade,
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
  -- A cart handed over to somebody who has one of their own of the same statistic: it is beside that, so that neither is
  -- lost, and names who made it. `owner_id` is null then, which its unique index allows as often as needed.
  handed_to integer references users (id) on delete cascade,
  handed_from text check (length(handed_from) <= 255),
  unique (statistic_id, owner_id),
  check (num_nonnulls(owner_id, handed_to) = 1)
);
create index carts_owner on carts (owner_id);
create index carts_wholesaler on carts (wholesaler_id);
create index carts_handed_to on carts (handed_to);

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


-- MAILS, ALERTS AND FEEDS
-- Whoever sends a mail claims it for a while instead of holding a transaction. `claims` tells one claim from the next, so
-- that only the newest one is sent.

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
  -- When the end was given of which nobody knows more: the mail waits until its sender says to send it again, or that it arrived.
  unknown_at timestamptz check (unknown_at is null or sent_at is null),
  claims integer not null default 0,
  -- A mail server that was given the end of a mail may have it, also where its word of that got lost. That is noted just
  -- before, and kept until it is known what became of it.
  end_given_at timestamptz,
  unique (order_id, recipient)
);
create index order_mails_next on order_mails (next_attempt_at) where sent_at is null;
create index order_mails_requester on order_mails (requested_by);

-- Mails about accounts that wait to be sent: invitations, and notices of another address. A link is made when its mail is
-- sent, so that none that is good stands in here.
create table account_mails (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  mail jsonb not null,
  written_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claims integer not null default 0
);
create index account_mails_next on account_mails (next_attempt_at);
create index account_mails_user on account_mails (user_id);

-- Who is told by mail of what is new among the stock-outs; nobody who has not asked for it.
create table alert_subscriptions (
  user_id integer primary key references users (id) on delete cascade,
  frequency text not null check (frequency in ('daily', 'weekly')),
  replaceable boolean not null,
  own boolean not null,
  back boolean not null,
  -- The stock-out revision that the user was last told of, 0 while there was none: what differs from it is new.
  told_stockouts integer not null,
  mailed_at timestamptz,
  -- No mail is written before.
  next_at timestamptz not null,
  check (replaceable or own or back)
);
create index alert_subscriptions_next on alert_subscriptions (next_at);

-- Mails to be sent, as they were written; removed once the mail server has taken them, or their reader wants no more.
create table alert_mails (
  id integer generated always as identity primary key,
  user_id integer not null references alert_subscriptions (user_id) on delete cascade,
  mail jsonb not null,
  written_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claims integer not null default 0
);
create index alert_mails_next on alert_mails (next_attempt_at);
create index alert_mails_user on alert_mails (user_id);

-- By which a mail ends the mails without signing in: 256 random bits, of which only the SHA-256 is kept.
create table unsubscribe_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index unsubscribe_tokens_expiry on unsubscribe_tokens (expires_at);
create index unsubscribe_tokens_user on unsubscribe_tokens (user_id);

-- Filters that other programs follow without signing in, by a token of which only the SHA-256 is kept.
create table feeds (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- What names its entries for readers, whatever becomes of the token.
  uuid uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  view text not null,
  parameters jsonb not null,
  created_at timestamptz not null default now()
);
create index feeds_user on feeds (user_id);
create trigger notify_change after update or delete on feeds
  for each row execute function notify_change('feed', 'id');


-- SETTINGS, USAGE AND AUDIT

-- What somebody has set; everything else is at its default.
create table config (
  key text primary key,
  value text not null
);
create trigger notify_change after insert or update or delete on config
  for each row execute function notify_change('config', 'key');

-- Who set a value of the configuration, and when: one row per change, the newest last.
create table config_changes (
  id integer generated always as identity primary key,
  key text not null,
  -- null: back to the default
  value text,
  changed_at timestamptz not null default now(),
  -- The user's id without a foreign key: processes that do not know the table can still empty the table of users, which
  -- the demo world does before it is loaded.
  changed_by integer
);
create index config_changes_key on config_changes (key, id);

-- How often dashboards were opened and files downloaded, by day in Zurich. Nothing tells one visitor from another. Counts
-- outlive what they are about, so nothing is referred to.
create table usage_counts (
  day date not null,
  -- 'opening' of a dashboard, or the kind of file that was downloaded
  event text not null check (length(event) <= 32),
  caller text not null check (caller in ('visitor', 'user', 'admin')),
  -- 0: about none
  statistic_id integer not null,
  -- who downloaded; of openings and of visitors' downloads who uploaded the statistic; 0: nobody
  representative_id integer not null,
  count integer not null check (count > 0),
  primary key (day, event, caller, statistic_id, representative_id)
);
create index usage_counts_statistic on usage_counts (statistic_id);

-- What administrators changed: who, when, what it was and became. It outlives users and what it is about, so nothing is
-- referred to. Nobody changes or removes an entry; docs/administration.md says how to let a second role own the table.
create table audit_entries (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  -- null: no user did it, but a command or the portal itself
  user_id integer,
  -- who it was, by name and e-mail address at that time
  user_name text not null check (length(user_name) <= 600),
  -- for example 'user.created'
  action text not null check (length(action) <= 64),
  -- what kind of thing was changed, for example 'user', which one, and how it was called then
  subject text not null check (length(subject) <= 64),
  subject_key text not null check (length(subject_key) <= 255),
  subject_name text not null check (length(subject_name) <= 255),
  before jsonb,
  after jsonb,
  reason text check (length(reason) <= 1000)
);
create index audit_entries_subject on audit_entries (subject, subject_key, id);
create index audit_entries_user on audit_entries (user_id, id);
create index audit_entries_made on audit_entries (made_at, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit are kept as they are' using errcode = 'raise_exception';
end
$$;
create trigger refuse_change before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger refuse_truncation before truncate on audit_entries
  for each statement execute function refuse_audit_change();
