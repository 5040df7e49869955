import { GIVE_UP_DAYS, type MailClaim, UNDER_WAY_MINUTES } from '../mail/waiting-mail-queries.ts';
import { execute, type Queryable, queryOptionalRow, queryRow } from '../platform/database/query.ts';
import type { LinkReason } from './passwords/link-mail.ts';

/** A mail about an account; a link is made when its mail is sent, to the address and in the language of that moment. */
export type AccountMail =
  | { kind: 'link'; reason: LinkReason; minutes: number; portalUrl: string }
  | { kind: 'notice'; to: string; subject: string; text: string };

export type ClaimedMail = MailClaim & {
  mail: AccountMail;
  userId: number;
  email: string;
  name: string;
  language: string;
};

/** Puts a mail among those to be sent, and gives its number. */
export async function insertAccountMail(db: Queryable, userId: number, mail: AccountMail): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    'insert into account_mails (user_id, mail) values ($1, $2) returning id',
    [userId, JSON.stringify(mail)],
  );
  return id;
}

/** The mail of that number, or the next one (null), to be sent by whoever asked, for a while. Deactivated users get no link. */
export function claimAccountMail(db: Queryable, id: number | null): Promise<ClaimedMail | undefined> {
  return queryOptionalRow<ClaimedMail>(
    db,
    `update account_mails m
     set claims = claims + 1, next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES})
     from users u
     where u.id = m.user_id and m.id = (
       select w.id from account_mails w join users o on o.id = w.user_id
       where w.next_attempt_at <= now() and ($1::integer is null or w.id = $1)
         and (o.active or w.mail ->> 'kind' = 'notice')
       order by w.next_attempt_at, w.id limit 1
       for update of w skip locked
     )
     returning m.id, m.claims, m.mail, u.id as "userId", u.email, u.name, u.language`,
    [id],
  );
}

/** Takes back the links that wait to be mailed to a user. */
export async function dropWaitingLinks(db: Queryable, userId: number): Promise<void> {
  await execute(db, `delete from account_mails where user_id = $1 and mail ->> 'kind' = 'link'`, [userId]);
}

/** Removes mails that nobody takes; gives how many. */
export function purgeAccountMails(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from account_mails where id in (
       select id from account_mails where written_at < now() - make_interval(days => ${GIVE_UP_DAYS})
       for update skip locked
     )`,
  );
}
