-- A deleted statistic can be restored for 24 hours, then its row and files go.
alter table statistics add column deleted_at timestamptz;
alter table statistics add column deleted_by integer references users (id) on delete set null;
create index statistics_deleted on statistics (deleted_at) where deleted_at is not null;
-- A page of the list reads nothing but this index, however far down it is.
create index statistics_page on statistics (import_date desc, id desc) include (uploader_id) where deleted_at is null;
create index statistics_customer_name_search on statistics using gin (customer_name gin_trgm_ops);
create index statistics_customer_id_search on statistics using gin (customer_external_id gin_trgm_ops);
create index statistics_representative_search on statistics using gin (sales_representative gin_trgm_ops);

-- A link to set a password: 256 random bits, of which only the SHA-256 is kept; deleted when used.
create table reset_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index reset_tokens_user on reset_tokens (user_id);

-- Which column was taken for what, as a user corrected it, for files with the same headings.
create table column_choices (
  customer_external_id text not null,
  headings text not null,
  choice jsonb not null,
  chosen_at timestamptz not null default now(),
  primary key (customer_external_id, headings)
);

-- For searches of one or two characters, which trigrams can't serve: how the words of a customer start. An array,
-- because PostgreSQL keeps statistics of its elements and so knows a rare start from a common one.
create function word_starts(text text) returns text[] language sql immutable parallel safe
return array(
  select distinct left(word, length)
  from regexp_split_to_table(text, '[^[:alnum:]]+') as word, generate_series(1, 2) as length
  where word <> ''
);
alter table customers add column word_starts text[] generated always as (word_starts(
  lower(name || ' ' || external_id || ' ' || coalesce(parent_external_id, '') || ' '
    || coalesce(parent_name, '') || ' ' || address)
)) stored;
create index customers_word_starts on customers using gin (word_starts);
create index customers_name_prefix on customers (lower(name) text_pattern_ops);
create index customers_external_id_prefix on customers (lower(external_id) text_pattern_ops);
