-- A browser in which somebody has signed in: 256 random bits, of which only the SHA-256 is kept. Several may use one.
create table known_devices (
  token_hash bytea not null check (length(token_hash) = 32),
  user_id integer not null references users (id) on delete cascade,
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_user on known_devices (user_id, expires_at);
