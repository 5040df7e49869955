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
