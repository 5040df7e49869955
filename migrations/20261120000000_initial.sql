create extension if not exists pg_trgm;

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
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));
create index users_parent on users (parent_user_id);
create index users_replacement on users (replacement_user_id);

-- A bearer token is 256 random bits; only its SHA-256 is kept.
create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

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
  search text generated always as (
    lower(name || ' ' || external_id || ' ' || coalesce(parent_external_id, '') || ' '
      || coalesce(parent_name, '') || ' ' || address)
  ) stored
);
create index customers_search on customers using gin (search gin_trgm_ops);

create table wholesalers (
  id integer generated always as identity primary key,
  name text not null,
  enabled_for_apo boolean not null default false,
  enabled_for_sd boolean not null default false,
  enabled_for_online_orders boolean not null default false,
  conditions_contact text not null default '',
  transfer_order_contact text not null default '',
  acquisition_statistic_contact text not null default ''
);

create table focus_groups (
  id integer generated always as identity primary key,
  name text not null,
  molecules text[] not null default '{}',
  gtins text[] not null default '{}'
);

create table template_images (
  id integer generated always as identity primary key,
  name text not null,
  content_type text not null,
  content bytea not null
);

create table config (
  key text primary key,
  value text not null
);
insert into config values ('NEW_STOCKOUT_DAYS', '14');

-- Files of a revision are Parquet, as analytics/catalogue/parquet.ts writes them. A revision never changes.
create table catalogue_revisions (
  revision integer generated always as identity primary key,
  published_at timestamptz not null default now(),
  price_date date not null,
  products bytea not null,
  alternatives bytea not null,
  exclusives bytea not null,
  product_count integer not null,
  report jsonb not null
);

create table stockout_revisions (
  revision integer generated always as identity primary key,
  published_at timestamptz not null default now(),
  list_date date not null,
  stockouts bytea not null,
  open_count integer not null,
  report jsonb not null
);

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
  report jsonb not null
);
create index statistics_import on statistics (import_date desc, id desc);
create index statistics_uploader on statistics (uploader_id, import_date desc, id desc);
create index statistics_customer on statistics (customer_external_id);

-- Apart from the row, so that lists never touch them.
create table statistic_files (
  statistic_id integer primary key references statistics (id) on delete cascade,
  file bytea not null,
  file_sha256 bytea not null,
  consent bytea,
  -- Parquet, the columns of sql/load/lines.sql
  lines bytea not null
);
create index statistic_files_sha256 on statistic_files (file_sha256);
alter table statistic_files alter column file set storage external;
alter table statistic_files alter column lines set storage external;
alter table catalogue_revisions alter column products set storage external;

-- Tells every process what was changed, once it is committed: `kind:key` on the channel changes.
create function notify_change() returns trigger language plpgsql as $$
declare
  key text;
begin
  execute format('select ($1).%I::text', tg_argv[1]) into key using coalesce(new, old);
  perform pg_notify('changes', tg_argv[0] || ':' || coalesce(key, ''));
  return null;
end
$$;
create trigger notify_change after update or delete on statistics
  for each row execute function notify_change('statistic', 'direct_link_id');
create trigger notify_change after update or delete on users
  for each row execute function notify_change('user', 'id');
create trigger notify_change after delete on sessions
  for each row execute function notify_change('session', 'user_id');
create trigger notify_change after insert on catalogue_revisions
  for each row execute function notify_change('catalogue', 'revision');
create trigger notify_change after insert on stockout_revisions
  for each row execute function notify_change('stockouts', 'revision');
create trigger notify_change after insert or update or delete on config
  for each row execute function notify_change('config', 'key');

-- Failed sign-ins and the like, counted by rate-limiter-flexible.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
