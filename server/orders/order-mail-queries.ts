import { LONGEST_WAIT_MINUTES, UNDER_WAY_MINUTES } from '../mail/waiting-mail-queries.ts';
import { execute, type Queryable, queryOptionalRow } from '../platform/database/query.ts';
import type { OrderFileKind } from './order-file-queries.ts';

/** A mail of an order; its files are those that the order keeps. */
export type OrderMail = {
  cc?: string;
  replyTo?: string;
  subject: string;
  text: string;
  files: OrderFileKind[];
};

/** `claims` tells one claim from the next. */
export type ClaimedOrderMail = {
  id: number;
  order: number;
  to: string;
  mail: OrderMail;
  claims: number;
  /** The mail server was given its end, and nobody has noted what became of it. */
  isEndGiven: boolean;
};

/** Puts an order among those to be sent, to an address once however often it is asked; gives whether it is the first time. */
export async function insertOrderMail(
  db: Queryable,
  order: number,
  to: string,
  mail: OrderMail,
  requestedBy: number,
): Promise<boolean> {
  const inserted = await execute(
    db,
    `insert into order_mails (order_id, recipient, mail, requested_by) values ($1, $2, $3, $4)
     on conflict (order_id, recipient) do nothing`,
    [order, to, JSON.stringify(mail), requestedBy],
  );
  return inserted > 0;
}

/** The next mail, to be sent by whoever asked for a while. */
export function claimOrderMail(db: Queryable): Promise<ClaimedOrderMail | undefined> {
  return queryOptionalRow<ClaimedOrderMail>(
    db,
    `update order_mails
     set claims = claims + 1, next_attempt_at = now() + make_interval(mins => ${UNDER_WAY_MINUTES})
     where id = (
       select id from order_mails
       where sent_at is null and unknown_at is null and next_attempt_at <= now()
       order by next_attempt_at, id limit 1
       for update skip locked
     )
     returning id, order_id as order, recipient as to, mail, claims, end_given_at is not null as "isEndGiven"`,
  );
}

/**
 * Notes that the mail server is about to be given the end of a mail.
 * @throws when somebody else has claimed it since
 */
export async function noteEndGiven(db: Queryable, { id, claims }: ClaimedOrderMail): Promise<void> {
  const noted = await execute(
    db,
    'update order_mails set end_given_at = now() where id = $1 and claims = $2 and end_given_at is null',
    [id, claims],
  );
  if (noted === 0) throw new Error(`Mail ${id} of an order is somebody else's by now`);
}

/** Nobody knows whether the mail server has it: it waits for its sender's word. */
export async function noteOrderMailUnknown(db: Queryable, { id, claims }: ClaimedOrderMail): Promise<void> {
  await execute(
    db,
    `update order_mails
     set attempts = attempts + 1, unknown_at = date_trunc('milliseconds', end_given_at), end_given_at = null
     where id = $1 and claims = $2`,
    [id, claims],
  );
}

/**
 * What the sender says of a mail of which nobody knew: it is sent again, or has arrived. `unknownAt` tells which time is
 * meant: asked twice, it is sent once.
 */
export async function settleOrderMail(
  db: Queryable,
  order: number,
  { to, unknownAt, outcome }: { to: string; unknownAt: string; outcome: 'again' | 'arrived' },
): Promise<void> {
  await execute(
    db,
    `update order_mails
     set unknown_at = null, next_attempt_at = now(), sent_at = case when $4 then unknown_at end
     where order_id = $1 and recipient = $2 and unknown_at = $3`,
    [order, to, unknownAt, outcome === 'arrived'],
  );
}

/** The mail server has taken it; it stays as the record of that. */
export async function noteOrderMailSent(db: Queryable, { id, claims }: ClaimedOrderMail): Promise<void> {
  await execute(
    db,
    `update order_mails set attempts = attempts + 1, sent_at = now(), end_given_at = null
     where id = $1 and claims = $2`,
    [id, claims],
  );
}

/** The mail server has not: again after 1, 2, 4 … minutes, six hours at most. Orders are not given up. */
export async function postponeOrderMail(db: Queryable, { id, claims }: ClaimedOrderMail): Promise<void> {
  await execute(
    db,
    `update order_mails
     set attempts = attempts + 1, end_given_at = null,
       next_attempt_at = now() + make_interval(mins => least(2 ^ least(attempts, 20), ${LONGEST_WAIT_MINUTES})::integer)
     where id = $1 and claims = $2`,
    [id, claims],
  );
}
