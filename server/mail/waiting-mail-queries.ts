import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';
import { isHeld } from '../platform/database/restore-hold.ts';

/** Duration of a claim; a mail claimed for longer was left by a process that ended. */
const UNDER_WAY_MINUTES = 2;
/** A mail refused for so long is out of date; its reader learns otherwise. */
const GIVE_UP_DAYS = 3;
const LONGEST_WAIT_MINUTES = 6 * 60;

export type MailKind = 'order' | 'link' | 'notice' | 'alert';

/** A mail: about an order, to a user, or to a subscriber of alerts. */
export type NewMail = {
  kind: MailKind;
  guarantee: 'at most once' | 'at least once';
  /** Default: the user's address at the time of sending; none while the user is deactivated. */
  recipient?: string;
  content: object;
  orderId?: number;
  userId?: number;
  subscriberId?: number;
  requestedBy?: number;
};

/** `claims` counts the claims of a mail. */
type MailClaim = { id: number; claims: number };

export type ClaimedMail<Content = object> = MailClaim &
  Pick<NewMail, 'kind' | 'guarantee'> & {
    to: string;
    content: Content;
    orderId: number | null;
    userId: number | null;
    /** The mail server was given its end, and the outcome is unknown. */
    isEndGiven: boolean;
  };

/** Queues a mail and returns its number; undefined where the order was sent to that address before. */
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

/** Claims the mail with that number, or the next one (null), for a while. */
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
 * Extends the claim just before the mail server is given the mail's end; for a mail sent at most once, records that.
 * @throws when it has been claimed again or is gone
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
 * Records that the mail server has accepted a mail. One that is sent at most once is kept as the record, unless claimed
 * again; others are deleted, except a link claimed again, which has been voided by a newer link.
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

/** Schedules a retry after 1, 2, 4 … minutes, six hours at most. */
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

/** Permanently refused: it waits until its sender asks again. */
export async function noteMailRefused(db: Queryable, { id, claims }: MailClaim): Promise<void> {
  await execute(
    db,
    `update mails set attempts = attempts + 1, end_given_at = null, next_attempt_at = 'infinity'
     where id = $1 and claims = $2`,
    [id, claims],
  );
}

/** Delivery unknown: it waits for its sender's decision. */
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
 * Makes postponed mails due now, and returns the numbers of all waiting ones. Mails claimed by others stay theirs: those
 * are due within two minutes, and have more claims than outcomes.
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

/** How many of these the mail server has accepted, and how many mails wait in all. */
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

/** Deletes mails that cannot be delivered, and alerts to deactivated users; returns how many. Orders are kept. */
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
 * Unsent mails by kind: waiting for the first attempt, refused and retried, or with unknown delivery. Permanently refused
 * ones are left to their senders.
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
