-- Versions that know 0029 go on with it.
-- Which product of the catalogue a code means that no source names, as somebody said it of a customer's statistics: of those that
-- its author may see, or, once an administrator says so, of everybody's. A code is a GTIN of 13 digits or, of a customer alone, a
-- Pharmacode of 7, since numbers of wholesalers look like Pharmacodes.
create table product_matches (
  id integer generated always as identity primary key,
  code text not null check (code ~ '^([0-9]{13}|[0-9]{7})$'),
  product_gtin text not null check (product_gtin ~ '^[0-9]{13}$'),
  -- of whose statistic it was said; also of one that is general by now
  customer_external_id text not null check (customer_external_id <> ''),
  -- what the file calls it
  description text not null,
  -- null: a user who is gone, of one that is general
  author_id integer references users (id) on delete set null,
  author_name text not null,
  made_at timestamptz not null default now(),
  -- since when it counts for all, and by whom; by name as then
  general_at timestamptz,
  general_by text not null default '',
  check (general_at is null or code ~ '^[0-9]{13}$')
);
create unique index product_matches_of_customer on product_matches (customer_external_id, code, author_id)
  where general_at is null;
create unique index product_matches_general on product_matches (code) where general_at is not null;
create index product_matches_code on product_matches (code);
create index product_matches_author on product_matches (author_id);

-- When what its codes mean was last said otherwise by hand; scenarios that were kept before are of other figures.
alter table statistics add column matched_at timestamptz;

-- What statistics contain means something else from now on: a revision more, of which every process hears, and figures to be
-- reckoned anew. In the order of their numbers, so that who changes several at once waits for the other one.
create function rematch(ids integer[]) returns void language plpgsql as $$
begin
  perform from statistics where id = any (ids) order by combined, id for no key update;
  update statistics set revision = revision + 1, matched_at = now() where id = any (ids);
  perform from statistic_figures where statistic_id = any (ids) order by statistic_id for update;
  update statistic_figures set version = '' where statistic_id = any (ids);
end
$$;

-- Of all statistics that contain the code: which of them its author may see is asked when they are opened. Combined ones follow
-- their members.
create function match_changed() returns trigger language plpgsql as $$
declare
  match product_matches := coalesce(new, old);
  is_general boolean := coalesce(new.general_at, old.general_at) is not null;
begin
  perform rematch(array(
    select s.id from identifiers i join statistic_identifiers b on b.identifier_id = i.id join statistics s on s.id = b.statistic_id
    where i.gtin = case when length(match.code) = 13 then match.code::bigint else 0 end
      and (length(match.code) = 13 or i.pharmacode = match.code::bigint)
      and (is_general or s.customer_external_id = match.customer_external_id)
  ));
  return null;
end
$$;
create trigger match_changed after insert or delete or update of product_gtin, general_at, author_id on product_matches
  for each row execute function match_changed();

-- Whose uploads somebody may see decides what their matches count for.
create function sight_changed() returns trigger language plpgsql as $$
begin
  perform rematch(array(
    select id from statistics
    where customer_external_id in (select customer_external_id from product_matches where general_at is null)
  ));
  return null;
end
$$;
create trigger sight_changed after update of role, full_data_access, parent_user_id, replacement_user_id on users for each row
when (
  (old.role, old.full_data_access, old.parent_user_id, old.replacement_user_id)
  is distinct from
  (new.role, new.full_data_access, new.parent_user_id, new.replacement_user_id)
)
execute function sight_changed();
create trigger user_gone after delete on users for each row execute function sight_changed();

-- Uploads that become somebody else's, too: an edit counts a revision more by itself.
create function uploader_changed() returns trigger language plpgsql as $$
begin
  update statistic_figures set version = '' where statistic_id = new.id and exists (
    select from product_matches where customer_external_id = new.customer_external_id and general_at is null
  );
  return null;
end
$$;
create trigger uploader_changed after update of uploader_id on statistics for each row
when (old.uploader_id is distinct from new.uploader_id) execute function uploader_changed();
