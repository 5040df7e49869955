import { insertMail } from '../mail/waiting-mail-queries.ts';
import { execute, type Queryable } from '../platform/database/query.ts';
import type { OrderFileKind } from './order-file-queries.ts';

/** A mail of an order; its files are those that the order keeps. */
export type OrderMail = {
  cc?: string;
  replyTo?: string;
  subject: string;
  text: string;
  files: OrderFileKind[];
};

/** Puts an order among those to be sent, to an address once however often it is asked; gives whether it is the first time. */
export async function insertOrderMail(
  db: Queryable,
  orderId: number,
  recipient: string,
  content: OrderMail,
  requestedBy: number,
): Promise<boolean> {
  const about = { orderId, recipient, content, requestedBy };
  return (await insertMail(db, { kind: 'order', guarantee: 'at most once', ...about })) !== undefined;
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
    `update mails
     set unknown_at = null, next_attempt_at = now(), sent_at = case when $4 then unknown_at end
     where order_id = $1 and recipient = $2 and unknown_at = $3`,
    [order, to, unknownAt, outcome === 'arrived'],
  );
}
