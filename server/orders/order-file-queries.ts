import type { OrderListed } from '#shared/schemas/order.ts';
import { insertMail } from '../mail/waiting-mail-queries.ts';
import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';

export type OrderFileKind = OrderListed['files'][number];
export type OrderFile = { fileName: string; contentType: string; content: Buffer };

const columns = 'file_name as "fileName", content_type as "contentType", content';

/** The file of an order as it was first made. */
export function findOrderFile(
  db: Queryable,
  order: number,
  kind: OrderFileKind,
): Promise<OrderFile | undefined> {
  return queryOptionalRow<OrderFile>(
    db,
    `select ${columns} from order_files where order_id = $1 and kind = $2`,
    [order, kind],
  );
}

/** What the files of an order that are made already are called. */
export async function keptFileNames(db: Queryable, order: number): Promise<Map<OrderFileKind, string>> {
  const kept = await queryRows<{ kind: OrderFileKind; name: string }>(
    db,
    'select kind, file_name as name from order_files where order_id = $1',
    [order],
  );
  return new Map(kept.map(({ kind, name }) => [kind, name]));
}

/** Keeps the file of an order and gives the one that is kept: of several processes' that of the first. */
export async function keepOrderFile(
  db: Queryable,
  order: number,
  kind: OrderFileKind,
  file: OrderFile,
): Promise<OrderFile> {
  await execute(
    db,
    `insert into order_files (order_id, kind, file_name, content_type, content) values ($1, $2, $3, $4, $5)
     on conflict (order_id, kind) do nothing`,
    [order, kind, file.fileName, file.contentType, file.content],
  );
  return queryRow<OrderFile>(db, `select ${columns} from order_files where order_id = $1 and kind = $2`, [
    order,
    kind,
  ]);
}

/**
 * A mail of an order; its files are those that the order keeps. `messageId`: the same each time that it is sent, and no
 * other mail's; absent where it was written before it had one.
 */
export type OrderMail = {
  messageId?: string;
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
