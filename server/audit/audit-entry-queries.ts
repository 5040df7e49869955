import type { AuditChoices, AuditEntry } from '#shared/schemas/audit.ts';
import { folded } from '#shared/searched-text.ts';
import { escapeLike, instant, type Queryable, queryRow, queryRows } from '../platform/database/query.ts';

export type AuditFilter = {
  /** By this user; null: by commands and the portal itself. */
  person?: number | null | undefined;
  /** Kind of thing. */
  kind?: string | undefined;
  /** First and last day in Zurich, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
  /** Part of a name, an action, a value or a reason. */
  text?: string | undefined;
};

/** Matching entries, newest first, with numbers below `before` (null: from the newest). */
export function listAuditEntries(
  db: Queryable,
  { person, kind, from, to, text }: AuditFilter,
  before: number | null,
  limit: number,
): Promise<AuditEntry[]> {
  return queryRows<AuditEntry>(
    db,
    `select id, ${instant('made_at')} as "madeAt", user_id as "userId", user_name as "userName", action, subject,
       subject_key as "subjectKey", subject_name as "subjectName", before, after, reason
     from audit_entries
     where ($1::bigint is null or id < $1)
       and (not $2::boolean or user_id is not distinct from $3::integer)
       and ($4::text is null or subject = $4)
       and ($5::date is null or made_at >= $5::date::timestamp at time zone 'Europe/Zurich')
       and ($6::date is null or made_at < ($6::date + 1)::timestamp at time zone 'Europe/Zurich')
       and ($7::text is null or folded(concat_ws(E'\\n', user_name, action, subject_key, subject_name, reason,
         before::text, after::text)) like $7)
     order by id desc
     limit $8`,
    [
      before,
      person !== undefined,
      person ?? null,
      kind ?? null,
      from ?? null,
      to ?? null,
      text === undefined ? null : `%${escapeLike(folded(text))}%`,
      limit,
    ],
  );
}

/** The people and kinds that have entries. */
export function readAuditChoices(db: Queryable): Promise<AuditChoices> {
  return queryRow<AuditChoices>(
    db,
    `select
       (select coalesce(jsonb_agg(jsonb_build_object('id', user_id, 'name', case when user_id is null then '' else user_name end)
          order by user_id is null, lower(user_name), user_id), '[]')
        from (
          select distinct on (user_id) user_id, user_name from audit_entries order by user_id, id desc
        ) each_person) as persons,
       (select coalesce(jsonb_agg(subject order by subject), '[]')
        from (select distinct subject from audit_entries) each_kind) as kinds`,
  );
}
