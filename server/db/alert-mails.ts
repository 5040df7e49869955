import type { Mail } from '../mail.ts';
import { execute, type Queryable, queryOptionalRow } from './query.ts';

/** Somebody may have the mail under way for so long; then it was left behind by a process that ended. */
const UNDER_WAY_MINUTES = 2;
/** A mail that has been refused for so long tells nothing new any more. */
const GIVE_UP_DAYS = 3;
const LONGEST_WAIT_MINUTES = 6 * 60;

/** A mail without its addressee, who may get another address until it is sent. */
export type WrittenMail = Omit<Mail, 'to'>;

/** Puts a mail among those to be sent. */
export async function insertAlertMail(db: Queryable, userId: number, mail: WrittenMail): Promise<void> {
  await execute(db, 'insert into alert_mails (user_id, mail) values ($1, $2)', [
    userId,
    JSON.stringify(mail),
  ]);
}

/** The next mail, to be sent by whoever asked for a while, and to whom. Deactivated users get none. */
export function claimAlertMail(
  db: Queryable,
): Promise<{ id: number; mail: WrittenMail; to: string } | undefined> {
  return queryOptionalRow(
    db,
    `update alert_mails m
     set next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES})
     from users u
     where u.id = m.user_id and m.id = (
       select w.id from alert_mails w join users o on o.id = w.user_id
       where o.active and w.next_attempt_at <= now()
       order by w.next_attempt_at, w.id limit 1
       for update of w skip locked
     )
     returning m.id, m.mail, u.email as to`,
  );
}

/** The mail server has taken them. */
export async function deleteAlertMails(db: Queryable, ids: readonly number[]): Promise<void> {
  await execute(db, 'delete from alert_mails where id = any ($1)', [ids]);
}

/** The mail server has not: again after 1, 2, 4 … minutes, six hours at most. */
export async function postponeAlertMail(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    `update alert_mails
     set attempts = attempts + 1,
       next_attempt_at = now() + make_interval(mins => least(2 ^ least(attempts, 20), ${LONGEST_WAIT_MINUTES})::integer)
     where id = $1`,
    [id],
  );
}

/** Removes mails that nobody takes, and those to deactivated users; gives how many. */
export function purgeAlertMails(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from alert_mails where id in (
       select m.id from alert_mails m join users u on u.id = m.user_id
       where m.written_at < now() - make_interval(days => ${GIVE_UP_DAYS}) or not u.active
       for update of m skip locked
     )`,
  );
}
