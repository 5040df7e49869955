-- A link by which the first administrator is made: 256 random bits, of which only the SHA-256 is kept. One per start of
-- a process while there is no user; none can be used any more once there is one.
create table setup_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  expires_at timestamptz not null
);
