import { execute, type Queryable } from '../platform/database/query.ts';

/** Somebody may have a mail under way for so long; then it was left behind by a process that ended. */
export const UNDER_WAY_MINUTES = 2;
/** A mail that has been refused for so long tells nothing new any more: whoever waits for it is told by other means. */
export const GIVE_UP_DAYS = 3;
export const LONGEST_WAIT_MINUTES = 6 * 60;

/** Where mails wait that are removed once the mail server has them. */
export type WaitingMailTable = 'account_mails' | 'alert_mails';

/** `claims` tells one claim of a mail from the next. */
export type MailClaim = { id: number; claims: number };

/**
 * Claims a mail for as long again, just before the mail server is given its end.
 * @throws when somebody else has claimed it since, or it is gone
 */
export async function renewMailClaim(
  db: Queryable,
  table: WaitingMailTable,
  { id, claims }: MailClaim,
): Promise<void> {
  const renewed = await execute(
    db,
    `update ${table} set next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES})
     where id = $1 and claims = $2`,
    [id, claims],
  );
  if (renewed === 0) throw new Error(`Mail ${id} of ${table} is somebody else's by now`);
}

/** The mail server has taken them, whoever has claimed them since. */
export async function deleteWaitingMails(
  db: Queryable,
  table: WaitingMailTable,
  ids: readonly number[],
): Promise<void> {
  await execute(db, `delete from ${table} where id = any ($1)`, [ids]);
}

/** The mail server has not: again after 1, 2, 4 … minutes, six hours at most. */
export async function postponeWaitingMail(
  db: Queryable,
  table: WaitingMailTable,
  { id, claims }: MailClaim,
): Promise<void> {
  await execute(
    db,
    `update ${table}
     set attempts = attempts + 1,
       next_attempt_at = now() + make_interval(mins => least(2 ^ least(attempts, 20), ${LONGEST_WAIT_MINUTES})::integer)
     where id = $1 and claims = $2`,
    [id, claims],
  );
}
