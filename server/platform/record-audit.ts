import type audit from '../../translations/en/audit.json';
import { execute, type Queryable, queryRows } from './database/query.ts';
import { forbidden } from './errors.ts';

export type AuditKind = keyof (typeof audit)['kind'];
export type AuditDeed = keyof (typeof audit)['deed'];

/** Kind and deed, e.g. `wholesaler.retired`, as in translations/…/audit.json. */
export type AuditAction = `${AuditKind}.${AuditDeed}`;

/** A change made with the rights of an administrator. */
export type AdministrativeChange = {
  /** Null for a command or the portal itself. */
  by: { id: number; name: string; email: string } | null;
  action: AuditAction;
  /** Kind of thing, e.g. `wholesaler`, its key and its name. */
  subject: AuditKind;
  subjectKey: string | number;
  subjectName: string;
  /** Changed fields before and after; never a password, a token or a file. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Reason, where one was asked for. */
  reason?: string | undefined;
};

/**
 * Records an administrative change; call it in the transaction that makes the change. The user stays an administrator
 * until it ends. @throws AppError 403 where they no longer are
 */
export async function recordChange(db: Queryable, change: AdministrativeChange): Promise<void> {
  const { by } = change;
  if (by && !(await isActiveAdmin(db, by.id))) throw forbidden();
  await recordDeed(db, change);
}

/** Whether a user is an active administrator; in a transaction, they stay one until it ends. */
export async function isActiveAdmin(db: Queryable, id: number): Promise<boolean> {
  const found = await queryRows(
    db,
    `select from users where id = $1 and active and role = 'Admin' for share`,
    [id],
  );
  return found.length > 0;
}

/** The same for changes that need no administrator and that others see. */
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

/** The fields that differ between two states of one thing, before and after. */
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
