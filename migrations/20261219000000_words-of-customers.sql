-- The words of a text, folded, with a blank before each and nothing else between them: one trigram index finds those that
-- contain something and, by the blank, those that start with something, of one letter too.
create function searched_words(text text) returns text language sql immutable parallel safe
return ' ' || regexp_replace(folded(text), '[^[:alnum:]]+', ' ', 'g');

-- The column search and the function word_starts stay for processes that still run: what they search is read without an
-- index. The words are stored, because folding costs more than PostgreSQL reckons with where it reads rows without one.
drop index customers_search;
drop index customers_word_starts;
alter table customers
  drop column word_starts,
  add column words text generated always as (searched_words(
    name || ' ' || external_id || ' ' || coalesce(parent_external_id, '') || ' ' || coalesce(parent_name, '') || ' ' || address
  )) stored;
create index customers_words on customers using gin (words gin_trgm_ops);
