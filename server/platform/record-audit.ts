import type audit from '../../translations/en/audit.json';
import { execute, type Queryable, queryRows } from './database/query.ts';
import { forbidden } from './errors.ts';

export type AuditKind = keyof (typeof audit)['kind'];
export type AuditDeed = keyof (typeof audit)['deed'];

/** Kind and deed, for example `wholesaler.retired`: what translations/…/audit.json has words for. */
export type AuditAction = `${AuditKind}.${AuditDeed}`;

/** What somebody with the rights of an administrator did. */
export type AdministrativeChange = {
  /** Who did it; null for a command or the portal itself. */
  by: { id: number; name: string; email: string } | null;
  action: AuditAction;
  /** Kind of thing, for example `wholesaler`, which one, and how it is called. */
  subject: AuditKind;
  subjectKey: string | number;
  subjectName: string;
  /** The fields that changed, as they were and as they are; never a password, a token or a file. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Why, where it was asked for. */
  reason?: string | undefined;
};

/**
 * Writes down an administrative change; call it in the transaction that makes it, so that neither is without the other.
 * Whoever makes it stays an administrator until that is over.
 * @throws AppError 403 where they are none any more
 */
export async function recordChange(db: Queryable, change: AdministrativeChange): Promise<void> {
  const { by } = change;
  if (by && !(await isActiveAdmin(db, by.id))) throw forbidden();
  await recordDeed(db, change);
}

/** Whether a user is an active administrator; in a transaction they then stay so until that is over. */
export async function isActiveAdmin(db: Queryable, id: number): Promise<boolean> {
  const found = await queryRows(
    db,
    `select from users where id = $1 and active and role = 'Admin' for share`,
    [id],
  );
  return found.length > 0;
}

/** The same of what takes no rights of an administrator and changes what others see. */
export async function recordDeed(db: Queryable, change: AdministrativeChange): Promise<void> {
  const { by } = change;
  await execute(
    db,
    `insert into audit_entries
       (user_id, user_name, action, subject, subject_key, subject_name, before, after, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      by?.id ?? null,
      by ? `${by.name} <${by.email}>` : '',
      change.action,
      change.subject,
      String(change.subjectKey).slice(0, 255),
      change.subjectName.slice(0, 255),
      change.before ? JSON.stringify(change.before) : null,
      change.after ? JSON.stringify(change.after) : null,
      change.reason ?? null,
    ],
  );
}

/** Of two states of one thing the fields that differ, as they were and as they are. */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (state: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]));
  return { before: of(before), after: of(after) };
}
