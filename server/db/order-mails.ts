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

/** The next mail to be sent; for the transaction nobody else's. */
export function lockOrderMail(db: Queryable): Promise<WaitingOrderMail | undefined> {
  return queryOptionalRow<WaitingOrderMail>(
    db,
    `select id, order_id as order, recipient as to, mail from order_mails
     where sent_at is null and next_attempt_at <= now()
     order by next_attempt_at, id limit 1
     for update skip locked`,
  );
}

/** The mail server has taken it; it stays as the record of that. */
export async function noteOrderMailSent(db: Queryable, id: number): Promise<void> {
  await execute(db, 'update order_mails set sent_at = now(), attempts = attempts + 1 where id = $1', [id]);
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
}
