-- Who was deleted stays by name in the audit for a stated time (DELETED_USER_MONTHS); then a pseudonym takes the name's place.
-- The one change of an entry that is possible: names in it become pseudonyms, by the function below and nothing else.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('portal.pseudonym', true) ~ '^Person [0-9]+$' then
    if (new.id, new.made_at, new.user_id, new.action, new.subject, new.subject_key, new.reason)
         is not distinct from (old.id, old.made_at, old.user_id, old.action, old.subject, old.subject_key, old.reason)
       and new.user_name in (old.user_name, current_setting('portal.pseudonym'))
       and new.subject_name in (old.subject_name, current_setting('portal.pseudonym'))
       and (new.before is null) = (old.before is null)
       and (new.after is null) = (old.after is null) then
      return new;
    end if;
  end if;
  raise exception 'entries of the audit are kept as they are' using errcode = 'raise_exception';
end
$$;

-- `value` with a pseudonym for each of the names and addresses of somebody whose number is `key`.
create function without_person(value jsonb, key text, names text[], emails text[]) returns jsonb
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  result text := value::text;
  pseudonym text := 'Person ' || key;
  name text;
  email text;
begin
  foreach name in array names loop
    -- As it stands within a text of JSON.
    name := substr(to_jsonb(name)::text, 2, length(to_jsonb(name)::text) - 2);
    foreach email in array emails loop
      email := substr(to_jsonb(email)::text, 2, length(to_jsonb(email)::text) - 2);
      result := replace(result, name || ' <' || email || '>', pseudonym);
    end loop;
    result := replace(result, '"' || name || ' (' || key || ')"', '"' || pseudonym || '"');
    result := replace(result, '"' || name || '"', '"' || pseudonym || '"');
  end loop;
  foreach email in array emails loop
    email := substr(to_jsonb(email)::text, 2, length(to_jsonb(email)::text) - 2);
    result := replace(result, '"' || email || '"', '"' || pseudonym || '"');
  end loop;
  return result::jsonb;
end
$$;

-- Puts pseudonyms into the audit for one person who was deleted more than `months` ago; gives who, or nobody. It runs with the rights of
-- whoever owns the audit, so that the portal needs no right to change it.
create function pseudonymise_audit(months integer) returns table (user_id integer, names text[], emails text[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key text;
begin
  perform pg_advisory_xact_lock(hashtext('pseudonymise_audit'));
  for key in
    select e.subject_key from audit_entries e
    where e.action = 'user.deleted' and e.subject = 'user' and e.subject_name <> 'Person ' || e.subject_key
      and e.made_at < now() - make_interval(months => greatest(months, 1)) and e.subject_key ~ '^[0-9]{1,9}$'
    order by e.id limit 1
  loop
    select coalesce(array_agg(distinct told.name) filter (where told.name <> ''), '{}'),
      coalesce(array_agg(distinct told.email) filter (where told.email <> ''), '{}')
    into names, emails
    from audit_entries e
      cross join lateral (values
        (e.before ->> 'name', e.before ->> 'email'), (e.after ->> 'name', e.after ->> 'email')
      ) as told (name, email)
    where e.subject = 'user' and e.subject_key = key;
    user_id := key::integer;
    perform set_config('portal.pseudonym', 'Person ' || key, true);
    update audit_entries e set
      user_name = case when e.user_id = key::integer then 'Person ' || key else e.user_name end,
      subject_name = case when e.subject = 'user' and e.subject_key = key then 'Person ' || key else e.subject_name end,
      before = without_person(e.before, key, pseudonymise_audit.names, pseudonymise_audit.emails),
      after = without_person(e.after, key, pseudonymise_audit.names, pseudonymise_audit.emails)
    where e.user_id = key::integer or e.subject = 'user' and e.subject_key = key
      or without_person(e.before, key, pseudonymise_audit.names, pseudonymise_audit.emails) is distinct from e.before
      or without_person(e.after, key, pseudonymise_audit.names, pseudonymise_audit.emails) is distinct from e.after;
    perform set_config('portal.pseudonym', '', true);
    return next;
  end loop;
end
$$;
