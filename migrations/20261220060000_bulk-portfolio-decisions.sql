-- The newest decision of many proposals at once, with what was decided of each before and since, so that it can be undone.
create table portfolio_bulk_decision (
  only_row boolean primary key default true check (only_row),
  decision text not null check (decision in ('accepted', 'refused', 'open')),
  rows jsonb not null,
  decided_at timestamptz not null default now()
);
