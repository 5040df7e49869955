-- Names in the audit become pseudonyms by pseudonymise_audit alone: a setting, which anybody can make, opened the way before.
create or replace function refuse_audit_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  callers text;
begin
  get diagnostics callers = pg_context;
  -- The last line is whom the client called: a function of that name in another schema is told with it.
  if tg_op = 'UPDATE'
     and callers ~ '\nPL/pgSQL function pseudonymise_audit\(integer\) line [0-9]+ at SQL statement$' then
    return new;
  end if;
  raise exception 'entries of the audit are kept as they are' using errcode = 'raise_exception';
end
$$;

-- Puts pseudonyms into the audit for one person who was deleted more than `months` ago; gives who, or nobody. A name without
-- number or address may be somebody else's: where the audit knows another account by it, it stays outside of what is about
-- the person. It runs with the rights of whoever owns the audit, so that the portal needs no right to change it.
create or replace function pseudonymise_audit(months integer) returns table (user_id integer, names text[], emails text[])
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key text;
  own text[];
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
    select coalesce(array_agg(n), '{}') into own
    from unnest(names) n
    where not exists (
      select from audit_entries e
      where e.subject = 'user' and e.subject_key <> key and n in (e.before ->> 'name', e.after ->> 'name')
        or e.user_id <> key::integer and starts_with(e.user_name, n || ' <')
    );
    user_id := key::integer;
    update audit_entries e set
      user_name = case when e.user_id = key::integer then 'Person ' || key else e.user_name end,
      subject_name = case when e.subject = 'user' and e.subject_key = key then 'Person ' || key else e.subject_name end,
      before = without_person(e.before, key, names, emails, bare),
      after = without_person(e.after, key, names, emails, bare)
    from (
      select o.id, case when o.subject = 'user' and o.subject_key = key then names else own end as bare from audit_entries o
    ) o
    where o.id = e.id
      and (e.user_id = key::integer or e.subject = 'user' and e.subject_key = key
        or without_person(e.before, key, names, emails, bare) is distinct from e.before
        or without_person(e.after, key, names, emails, bare) is distinct from e.after);
    return next;
  end loop;
end
$$;

drop function without_person(jsonb, text, text[], text[]);

-- `value` with a pseudonym for each of the names and addresses of somebody whose number is `key`; of those in `bare` also
-- where nothing but the name stands.
create function without_person(value jsonb, key text, names text[], emails text[], bare text[]) returns jsonb
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  result text := value::text;
  pseudonym text := 'Person ' || key;
  name text;
  email text;
  written text;
begin
  foreach name in array names loop
    -- As it stands within a text of JSON.
    written := substr(to_jsonb(name)::text, 2, length(to_jsonb(name)::text) - 2);
    foreach email in array emails loop
      email := substr(to_jsonb(email)::text, 2, length(to_jsonb(email)::text) - 2);
      result := replace(result, written || ' <' || email || '>', pseudonym);
    end loop;
    result := replace(result, '"' || written || ' (' || key || ')"', '"' || pseudonym || '"');
    if name = any (bare) then
      result := replace(result, '"' || written || '"', '"' || pseudonym || '"');
    end if;
  end loop;
  foreach email in array emails loop
    email := substr(to_jsonb(email)::text, 2, length(to_jsonb(email)::text) - 2);
    result := replace(result, '"' || email || '"', '"' || pseudonym || '"');
  end loop;
  return result::jsonb;
end
$$;
