import type { Pool } from 'pg';
import type { OrderFileKind } from './order-files.ts';
import { execute, type Queryable, queryOptionalRow } from './query.ts';

const LONGEST_WAIT_MINUTES = 6 * 60;

/** A mail of an order; its files are those that the order keeps. */
export type OrderMail = {
  cc?: string;
  replyTo?: string;
  subject: string;
  text: string;
  files: OrderFileKind[];
};

export type WaitingOrderMail = { id: number; order: number; to: string; mail: OrderMail };

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

/**
 * The next mail to be sent; for the transaction nobody else's. Its key stays free, so that what is noted of it beside the
 * transaction does not wait for its end.
 */
export function lockOrderMail(db: Queryable): Promise<WaitingOrderMail | undefined> {
  return queryOptionalRow<WaitingOrderMail>(
    db,
    `select id, order_id as order, recipient as to, mail from order_mails
     where sent_at is null and unknown_at is null and next_attempt_at <= now()
     order by next_attempt_at, id limit 1
     for no key update skip locked`,
  );
}

/** Notes that the mail server is about to be given the end of a mail, whatever becomes of the sender's transaction. */
export async function noteEndGiven(pool: Pool, id: number): Promise<void> {
  await execute(
    pool,
    `insert into order_mail_ends (mail_id) values ($1)
     on conflict (mail_id) do update set given_at = now()`,
    [id],
  );
}

/** Whether somebody has given its end and did not note what became of it; asked of a mail that is locked. */
export async function isEndGiven(db: Queryable, id: number): Promise<boolean> {
  return (await queryOptionalRow(db, 'select from order_mail_ends where mail_id = $1', [id])) !== undefined;
}

/** Nobody knows whether the mail server has it: it waits for its sender's word. For older processes it is far away. */
export async function noteOrderMailUnknown(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    `update order_mails
     set attempts = attempts + 1, next_attempt_at = 'infinity',
       unknown_at = date_trunc('milliseconds', (select given_at from order_mail_ends where mail_id = $1))
     where id = $1`,
    [id],
  );
  await forgetEnd(db, id);
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
export async function noteOrderMailSent(db: Queryable, id: number): Promise<void> {
  await execute(db, 'update order_mails set sent_at = now(), attempts = attempts + 1 where id = $1', [id]);
  await forgetEnd(db, id);
}

/** The mail server has not: again after 1, 2, 4 … minutes, six hours at most. Orders are not given up. */
export async function postponeOrderMail(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    `update order_mails
     set attempts = attempts + 1,
       next_attempt_at = now() + make_interval(mins => least(2 ^ least(attempts, 20), ${LONGEST_WAIT_MINUTES})::integer)
     where id = $1`,
    [id],
  );
  await forgetEnd(db, id);
}

async function forgetEnd(db: Queryable, id: number): Promise<void> {
  await execute(db, 'delete from order_mail_ends where mail_id = $1', [id]);
}
