import { type Queryable, queryRows } from '#server/platform/database/query.ts';

/** What the tables of a database look like, as text that reads well and compares well. */
export async function describeSchema(db: Queryable): Promise<string> {
  const lines = await queryRows<{ heading: string; line: string }>(db, everyLine);
  const sections = Map.groupBy(lines, ({ heading }) => heading);
  return [...sections]
    .map(([heading, rows]) => [heading, ...rows.map(({ line }) => `  ${line}`)].join('\n'))
    .join('\n\n')
    .concat('\n');
}

/** One row per column, constraint, index and trigger; extensions and functions last. */
const everyLine = `
  with tables as (
    select c.oid, c.relname as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  ),
  lines as (
    select t.name as heading, 1 as kind, a.attnum::int as place,
      a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attidentity <> '' then ' identity' else '' end
        || case when a.attgenerated <> '' then ' generated ' else case when d.oid is null then '' else ' default ' end end
        || coalesce(regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g'), '') as line
    from tables t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    union all
    select t.name, 2, 0, pg_get_constraintdef(k.oid)
    from tables t join pg_constraint k on k.conrelid = t.oid and k.contype <> 'n'
    union all
    select t.name, 3, 0, replace(pg_get_indexdef(i.indexrelid), ' ON public.' || t.name, '')
    from tables t join pg_index i on i.indrelid = t.oid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
    union all
    select t.name, 4, 0, replace(pg_get_triggerdef(g.oid), ' ON public.' || t.name, '')
    from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all
    select '~ functions', 5, 0, p.proname || '(' || pg_get_function_arguments(p.oid) || ') returns '
      || pg_get_function_result(p.oid)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select '~ extensions', 6, 0, extname from pg_extension where extname <> 'plpgsql'
  )
  select heading, line from lines order by heading, kind, place, line`;
