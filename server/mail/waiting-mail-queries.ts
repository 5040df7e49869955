import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';
import { isHeld } from '../platform/database/restore-hold.ts';

/** Somebody may have a mail under way for so long; then it was left behind by a process that ended. */
const UNDER_WAY_MINUTES = 2;
/** A mail that has been refused for so long tells nothing new any more: whoever waits for it is told by other means. */
const GIVE_UP_DAYS = 3;
const LONGEST_WAIT_MINUTES = 6 * 60;

export type MailKind = 'order' | 'link' | 'notice' | 'alert';

/** A mail to be sent: about an order, to a user, or to a subscriber of alerts. */
export type NewMail = {
  kind: MailKind;
  guarantee: 'at most once' | 'at least once';
  /** Without it the user's address when it is sent, and nobody while the user is deactivated. */
  recipient?: string;
  content: object;
  orderId?: number;
  userId?: number;
  subscriberId?: number;
  requestedBy?: number;
};

/** `claims` tells one claim of a mail from the next. */
type MailClaim = { id: number; claims: number };

export type ClaimedMail<Content = object> = MailClaim &
  Pick<NewMail, 'kind' | 'guarantee'> & {
    to: string;
    content: Content;
    orderId: number | null;
    userId: number | null;
    /** The mail server was given its end, and nobody has noted what became of it. */
    isEndGiven: boolean;
  };

/** Puts a mail among those to be sent, and gives its number; nothing where an order was sent to the address before. */
export async function insertMail(db: Queryable, mail: NewMail): Promise<number | undefined> {
  const inserted = await queryOptionalRow<{ id: number }>(
    db,
    `insert into mails (kind, guarantee, recipient, content, order_id, user_id, subscriber_id, requested_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (order_id, recipient) do nothing
     returning id`,
    [
      mail.kind,
      mail.guarantee,
      mail.recipient ?? null,
      JSON.stringify(mail.content),
      mail.orderId ?? null,
      mail.userId ?? null,
      mail.subscriberId ?? null,
      mail.requestedBy ?? null,
    ],
  );
  return inserted?.id;
}

/** The mail of that number, or the next one (null), to be sent by whoever asked for a while. */
export function claimMail<Content>(
  db: Queryable,
  kinds: readonly MailKind[],
  id: number | null,
): Promise<ClaimedMail<Content> | undefined> {
  return queryOptionalRow(
    db,
    `update mails m
     set claims = claims + 1, next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES})
     where id = (
       select w.id from mails w left join users u on u.id = coalesce(w.user_id, w.subscriber_id)
       where w.kind = any ($1) and w.sent_at is null and w.unknown_at is null and w.next_attempt_at <= now()
         and ($2::integer is null or w.id = $2) and (w.recipient is not null or u.active)
         and (w.kind <> 'alert' or not ${isHeld('alerts')})
       order by w.next_attempt_at, w.id limit 1
       for update of w skip locked
     )
     returning id, claims, kind, guarantee, content, order_id as "orderId", user_id as "userId",
       coalesce(recipient, (select email from users u where u.id = coalesce(m.user_id, m.subscriber_id))) as to,
       end_given_at is not null as "isEndGiven"`,
    [kinds, id],
  );
}

/**
 * Claims a mail for as long again, just before the mail server is given its end; of one that is sent at most once that is
 * noted.
 * @throws when somebody else has claimed it since, or it is gone
 */
export async function noteMailEnd(db: Queryable, { id, claims }: MailClaim): Promise<void> {
  const noted = await execute(
    db,
    `update mails
     set next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES}),
       end_given_at = case guarantee when 'at most once' then now() end
     where id = $1 and claims = $2 and end_given_at is null`,
    [id, claims],
  );
  if (noted === 0) throw new Error(`Mail ${id} is somebody else's by now`);
}

/**
 * The mail server has taken it. One that is sent at most once stays as the record of that, where nobody else has claimed it
 * since; any other is removed, but for a link whose mail somebody else has claimed since: they have made it void by another.
 */
export async function noteMailTaken(db: Queryable, { id, claims }: MailClaim): Promise<void> {
  await execute(
    db,
    `with removed as (
       delete from mails where id = $1 and guarantee = 'at least once' and (claims = $2 or kind <> 'link')
     )
     update mails set attempts = attempts + 1, sent_at = now(), end_given_at = null
     where id = $1 and claims = $2 and guarantee = 'at most once'`,
    [id, claims],
  );
}

/** The mail server has not: again after 1, 2, 4 … minutes, six hours at most. */
export async function postponeMail(db: Queryable, { id, claims }: MailClaim): Promise<void> {
  await execute(
    db,
    `update mails
     set attempts = attempts + 1, end_given_at = null,
       next_attempt_at = now() + make_interval(mins => least(2 ^ least(attempts, 20), ${LONGEST_WAIT_MINUTES})::integer)
     where id = $1 and claims = $2`,
    [id, claims],
  );
}

/** The mail server will not take it, however often it is asked: it waits until its sender asks for it again. */
export async function noteMailRefused(db: Queryable, { id, claims }: MailClaim): Promise<void> {
  await execute(
    db,
    `update mails set attempts = attempts + 1, end_given_at = null, next_attempt_at = 'infinity'
     where id = $1 and claims = $2`,
    [id, claims],
  );
}

/** Nobody knows whether the mail server has it: it waits for its sender's word. */
export async function noteMailUnknown(db: Queryable, { id, claims }: MailClaim): Promise<void> {
  await execute(
    db,
    `update mails
     set attempts = attempts + 1, unknown_at = date_trunc('milliseconds', end_given_at), end_given_at = null
     where id = $1 and claims = $2`,
    [id, claims],
  );
}

/**
 * Makes what was put off due now, and gives the numbers of all that wait. What somebody may have under way stays theirs: that
 * is due within two minutes, and has been claimed once more often than something became of it.
 */
export async function makeMailsDue(db: Queryable): Promise<number[]> {
  await execute(
    db,
    `update mails set next_attempt_at = now()
     where sent_at is null and unknown_at is null and next_attempt_at > now() and next_attempt_at < 'infinity'
       and (claims = attempts or next_attempt_at > now() + make_interval(mins => ${UNDER_WAY_MINUTES}))`,
  );
  const waiting = await queryRows<{ id: number }>(
    db,
    `select id from mails where sent_at is null and unknown_at is null and next_attempt_at < 'infinity'`,
  );
  return waiting.map(({ id }) => id);
}

/** How many of these the mail server has taken, and how many mails wait in all. */
export function countTried(
  db: Queryable,
  ids: readonly number[],
): Promise<{ sent: number; waiting: number }> {
  return queryRow(
    db,
    `select cardinality($1::integer[]) - (count(*) filter (where id = any ($1)))::integer as sent,
       (count(*) filter (where unknown_at is null and next_attempt_at < 'infinity'))::integer as waiting
     from mails where sent_at is null`,
    [ids],
  );
}

/** Removes mails that nobody takes, and alerts to deactivated users; gives how many. Orders are not given up. */
export function purgeMails(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from mails where id in (
       select m.id from mails m join users u on u.id = coalesce(m.user_id, m.subscriber_id)
       where m.written_at < now() - make_interval(days => ${GIVE_UP_DAYS}) and not (m.kind = 'alert' and ${isHeld('alerts')})
         or m.kind = 'alert' and not u.active
       for update of m skip locked
     )`,
  );
}

/**
 * How many mails have not been sent, by kind: they wait for their first attempt, have been refused and are tried again, or
 * may have been sent and wait for somebody's word. Those that were refused for good are their sender's to see to.
 */
export function countMails(
  db: Queryable,
): Promise<{ kind: MailKind; state: 'waiting' | 'failing' | 'unknown'; count: number }[]> {
  return queryRows(
    db,
    `select kind,
       case when unknown_at is not null then 'unknown' when attempts > 0 then 'failing' else 'waiting' end as state,
       count(*)::integer as count
     from mails where sent_at is null and (next_attempt_at < 'infinity' or unknown_at is not null)
     group by 1, 2
     order by 1, 2`,
  );
}
