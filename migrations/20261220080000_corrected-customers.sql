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
