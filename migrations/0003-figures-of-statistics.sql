-- Key figures of a statistic's dashboard, so that a customer's page opens none of them. `version` says what they were reckoned
-- with: the code, the catalogue, the stock-outs and the provider's companies. What a statistic contains does not change.
create table statistic_figures (
  statistic_id integer primary key references statistics (id) on delete cascade,
  version text not null check (length(version) <= 100),
  figures jsonb not null,
  reckoned_at timestamptz not null default now()
);

-- Whose turn it is to reckon them anew: one process for a while, which it prolongs as it goes on.
create table figures_turn (
  only_row boolean primary key default true check (only_row),
  process uuid not null,
  until timestamptz not null
);
