import type { Mail } from '../../mail/send-mail.ts';
import { GIVE_UP_DAYS, type MailClaim, UNDER_WAY_MINUTES } from '../../mail/waiting-mail-queries.ts';
import { execute, type Queryable, queryOptionalRow } from '../../platform/database/query.ts';

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
): Promise<(MailClaim & { mail: WrittenMail; to: string }) | undefined> {
  return queryOptionalRow(
    db,
    `update alert_mails m
     set claims = claims + 1, next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES})
     from users u
     where u.id = m.user_id and m.id = (
       select w.id from alert_mails w join users o on o.id = w.user_id
       where o.active and w.next_attempt_at <= now()
       order by w.next_attempt_at, w.id limit 1
       for update of w skip locked
     )
     returning m.id, m.claims, m.mail, u.email as to`,
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
