-- What representatives note of a customer. Read by whoever may see what the author has uploaded; removed when it is older than
-- the setting CUSTOMER_NOTE_MONTHS says. `written_by`: the author's name then, whoever the note was handed over to since.
create table customer_notes (
  id integer generated always as identity primary key,
  customer_external_id text not null check (length(customer_external_id) <= 255),
  author_id integer not null references users (id) on delete cascade,
  written_by text not null check (length(written_by) <= 255),
  text text not null check (length(text) between 1 and 4000),
  made_at timestamptz not null default now()
);
create index customer_notes_customer on customer_notes (customer_external_id, made_at);
create index customer_notes_author on customer_notes (author_id);
create index customer_notes_made on customer_notes (made_at);
