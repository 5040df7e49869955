import type { OrderContent, OrderListed } from '#shared/schemas/order.ts';
import { insertMail } from '../mail/waiting-mail-queries.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import { skipLostOrders, TEST_ORDERS, timeline } from '../platform/database/history.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';
import { changesOrder, handedAt, orderSum } from '../statistics/access.ts';

/** A version to store. `content` is JSON as it is hashed. */
export type NewOrder = {
  /** Made in a staging portal. */
  isTest: boolean;
  cartId: number;
  cartKey: string;
  statisticId: number;
  ownerId: number;
  madeBy: number;
  content: string;
  contentSha256: Buffer;
  selectionSha256: Buffer;
  signed: boolean;
  signatureImage: Buffer | null;
  rows: number;
  packs: number;
  exFactorySum: number;
};

/** Whether that content was queued to the wholesaler, and a later version too: sending it would be another order. */
export async function isSuperseded(db: Queryable, cartKey: string, contentSha256: Buffer): Promise<boolean> {
  const row = await queryOptionalRow(
    db,
    `select from orders o where o.cart_key = $1 and o.content_sha256 = $2
       and exists (select from mails m where m.order_id = o.id)
       and exists (
         select from orders p join mails m on m.order_id = p.id where p.cart_key = o.cart_key and p.version > o.version
       )`,
    [cartKey, contentSha256],
  );
  return row !== undefined;
}

/**
 * Makes the next order skip numbers of lost orders, where PostgreSQL was restored or failed over, or lacks what a process
 * has seen in the WAL (`heardTo`), see platform/cache-invalidation/changes.ts.
 */
async function skipLostNumbers(db: Queryable, heardTo: string): Promise<void> {
  await execute(
    db,
    `with lost as (
       update order_numbering set timeline = ${timeline}, lost_to = greatest(lost_to, $1)
       where timeline <> ${timeline} or $1 > greatest(lost_to, pg_current_wal_flush_lsn())
       returning 1
     )
     select ${skipLostOrders} from lost cross join orders_id_seq`,
    [heardTo],
  );
}

/** The next number; of a test order, one above all and out of production's range. */
const nextNumber = `case when $14 then (select greatest(max(id), ${TEST_ORDERS}) + 1 from orders) else nextval('orders_id_seq') end`;

/**
 * Stores a version of a locked cart and returns its order number; the same content is the existing version, unless the
 * cart was changed or another version made since. Only a stored version takes a number.
 */
export async function keepOrder(db: Queryable, order: NewOrder, heardTo: string): Promise<number> {
  await skipLostNumbers(db, heardTo);
  // Serialised, so that numbers are unique.
  if (order.isTest) await execute(db, 'select pg_advisory_xact_lock($1)', [advisoryLocks.testOrders]);
  await execute(
    db,
    `insert into orders (id, cart_id, cart_key, version, statistic_id, owner_id, made_by, made_at, content, content_sha256,
       selection_sha256, signed, signature_image, row_count, packs, ex_factory_sum)
     overriding system value
     select ${nextNumber}, $1, $2, coalesce((select max(version) from orders where cart_key = $2), 0) + 1, $3, $4, $5, clock_timestamp(), $6, $7,
       $8, $9, $10, $11, $12, $13
     where not exists (select from orders where cart_key = $2 and content_sha256 = $7)`,
    [
      order.cartId,
      order.cartKey,
      order.statisticId,
      order.ownerId,
      order.madeBy,
      order.content,
      order.contentSha256,
      order.selectionSha256,
      order.signed,
      order.signatureImage,
      order.rows,
      order.packs,
      order.exFactorySum.toFixed(2),
      order.isTest,
    ],
  );
  const { id } = await queryRow<{ id: number }>(
    db,
    'select id from orders where cart_key = $1 and content_sha256 = $2',
    [order.cartKey, order.contentSha256],
  );
  // The outcome of orders in the customer's statistics is out of date.
  await execute(
    db,
    `with again as (
       update orders o set handed_again_at = clock_timestamp()
       where o.id = $1 and (
         exists (select from orders p where p.cart_key = o.cart_key and ${handedAt('p')} > ${handedAt('o')})
         or exists (
           select from cart_changes l where l.cart_id = o.cart_id and l.made_at > ${handedAt('o')} and ${changesOrder('l')}
         )
       )
       returning o.content::json #>> '{statistic,customerExternalId}' as customer
     ),
     outdated as (
       select f.statistic_id
       from again join statistics s on s.customer_external_id = again.customer and again.customer <> ''
       join statistic_figures f on f.statistic_id = s.id
       order by f.statistic_id
       for update of f
     )
     update statistic_figures set version = '' where statistic_id in (select statistic_id from outdated)`,
    [id],
  );
  return id;
}

/** An order for lists, with the hash that a signature covers and the cart if it exists. */
export type KeptOrder = Omit<OrderListed, 'cartChanged'> & {
  selectionSha256: Buffer;
  cartId: number | null;
  ownerId: number | null;
  statisticId: number;
};

/** Not sent yet, and retried automatically. */
const isOnItsWay = `m.sent_at is null and m.unknown_at is null and m.next_attempt_at < 'infinity'`;

const columns = `o.id as order, o.cart_key as "cartKey", o.version, ${instant('o.made_at')} as "madeAt",
  maker.name as "madeBy", owner.name as "ownerName",
  o.content::json #>> '{statistic,customerName}' as "customerName",
  o.content::json #>> '{wholesaler,wholesalerName}' as "wholesalerName", encode(o.content_sha256, 'hex') as sha256, o.signed,
  o.row_count as rows, o.packs::float8 as packs, ${orderSum('o')}::float8 as "exFactorySum",
  (${orderSum('o')} - (
    select ${orderSum('p')} from orders p where p.cart_key = o.cart_key and p.version = o.version - 1
  ))::float8 as difference,
  array(select f.kind from order_files f where f.order_id = o.id order by f.kind) as files,
  array(select m.recipient from mails m where m.order_id = o.id and m.sent_at is not null order by m.id) as "sentTo",
  array(select m.recipient from mails m where m.order_id = o.id and ${isOnItsWay} order by m.id) as "sendingTo",
  coalesce((
    select json_agg(
      json_build_object(
        'to', m.recipient, 'askedAt', ${instant('m.written_at')}, 'attempts', m.attempts, 'sentAt', ${instant('m.sent_at')},
        'nextAttemptAt', case when ${isOnItsWay} then ${instant('m.next_attempt_at')} end,
        'unknownAt', ${instant('m.unknown_at')}
      ) order by m.id
    ) from mails m where m.order_id = o.id
  ), '[]') as mails,
  o.owner_id as "ownerId", o.statistic_id as "statisticId",
  o.selection_sha256 as "selectionSha256", o.cart_id as "cartId"`;
const tables = `orders o left join users maker on maker.id = o.made_by left join users owner on owner.id = o.owner_id`;

/** The versions of a cart, newest first. */
export function listCartOrders(db: Queryable, cartId: number): Promise<KeptOrder[]> {
  return queryRows<KeptOrder>(
    db,
    `select ${columns} from ${tables} where o.cart_id = $1 order by o.version desc`,
    [cartId],
  );
}

/** The number of a cart's newest order that was signed for that hash. */
export async function newestSignedOrder(
  db: Queryable,
  cartId: number,
  selectionSha256: Buffer,
): Promise<number | null> {
  const { order } = await queryRow<{ order: number | null }>(
    db,
    `select (
       select id from orders where cart_id = $1 and signed and selection_sha256 = $2 order by version desc limit 1
     ) as order`,
    [cartId, selectionSha256],
  );
  return order;
}

/** A page of orders, newest first, numbers below `before` (null: from the newest). `ownerId` null: everyone's. */
export function listOrders(
  db: Queryable,
  ownerId: number | null,
  before: number | null,
  limit: number,
): Promise<KeptOrder[]> {
  return queryRows<KeptOrder>(
    db,
    `select ${columns} from ${tables}
     where ($1::integer is null or o.owner_id = $1) and ($2::integer is null or o.id < $2)
     order by o.id desc limit $3`,
    [ownerId, before, limit],
  );
}

/** An order with all that its files are made from. `signatureImage` is a PNG, drawn. */
export type WholeOrder = KeptOrder & { content: OrderContent; signatureImage: Buffer | null };

/** An order, whoever's it is; access: start/object-access.ts. */
export async function findOrder(db: Queryable, id: number): Promise<WholeOrder | undefined> {
  const row = await queryOptionalRow<Omit<WholeOrder, 'content'> & { content: string }>(
    db,
    `select ${columns}, o.content, o.signature_image as "signatureImage" from ${tables} where o.id = $1`,
    [id],
  );
  return row && { ...row, content: JSON.parse(row.content) as OrderContent };
}

/** A customer's language, by the customers' file. */
export async function findCustomerLanguage(db: Queryable, externalId: string | null): Promise<string | null> {
  const row = await queryOptionalRow<{ language: string | null }>(
    db,
    'select language from customers where external_id = $1',
    [externalId],
  );
  return row?.language ?? null;
}

/** The wholesaler's current contact, null where none is recorded; and whether the wholesaler is retired. */
export async function findTransferOrderContact(
  db: Queryable,
  wholesaler: number,
): Promise<{ contact: string | null; retired: boolean }> {
  const row = await queryOptionalRow<{ contact: string | null; retired: boolean }>(
    db,
    `select nullif(trim(transfer_order_contact), '') as contact, retired_at is not null as retired
     from wholesalers where id = $1`,
    [wholesaler],
  );
  return row ?? { contact: null, retired: false };
}

/** What it says of the wholesaler. */
export async function findWholesalerName(
  db: Queryable,
  id: number | null,
): Promise<OrderContent['wholesaler']> {
  const row = await queryOptionalRow<NonNullable<OrderContent['wholesaler']>>(
    db,
    'select id as "wholesalerID", name as "wholesalerName" from wholesalers where id = $1',
    [id],
  );
  return row ?? null;
}

/** Filter of wholesalers for orders made here. */
export const takesOrders = 'enabled_for_online_orders and retired_at is null';

/**
 * Whether orders may be for that wholesaler. In a transaction this holds until its end: deleting it waits, and then finds
 * the reference.
 */
export async function wholesalerTakesOrders(db: Queryable, id: number): Promise<boolean> {
  const row = await queryOptionalRow(
    db,
    `select id from wholesalers where id = $1 and ${takesOrders} for key share`,
    [id],
  );
  return row !== undefined;
}

export type OrderFileKind = OrderListed['files'][number];
export type OrderFile = { fileName: string; contentType: string; content: Buffer };

/** The columns of order_files as an OrderFile. */
const fileColumns = 'file_name as "fileName", content_type as "contentType", content';

/** The stored file of an order. */
export function findOrderFile(
  db: Queryable,
  order: number,
  kind: OrderFileKind,
): Promise<OrderFile | undefined> {
  return queryOptionalRow<OrderFile>(
    db,
    `select ${fileColumns} from order_files where order_id = $1 and kind = $2`,
    [order, kind],
  );
}

/** Names of the order's stored files. */
export async function keptFileNames(db: Queryable, order: number): Promise<Map<OrderFileKind, string>> {
  const kept = await queryRows<{ kind: OrderFileKind; name: string }>(
    db,
    'select kind, file_name as name from order_files where order_id = $1',
    [order],
  );
  return new Map(kept.map(({ kind, name }) => [kind, name]));
}

/** Stores the file of an order and returns the stored one: of concurrent processes the first wins. */
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
  return queryRow<OrderFile>(db, `select ${fileColumns} from order_files where order_id = $1 and kind = $2`, [
    order,
    kind,
  ]);
}

/**
 * A mail of an order; its files are those stored for the order. `messageId` is unique and the same for each attempt;
 * absent in old mails.
 */
export type OrderMail = {
  messageId?: string;
  cc?: string;
  replyTo?: string;
  subject: string;
  text: string;
  files: OrderFileKind[];
};

/**
 * Queues a mail of an order, once per address; returns whether it is the first time. Permanently refused mails of the
 * order, to any address, are replaced.
 */
export async function insertOrderMail(
  db: Queryable,
  orderId: number,
  recipient: string,
  content: OrderMail,
  requestedBy: number,
): Promise<boolean> {
  await execute(
    db,
    `delete from mails
     where order_id = $1 and sent_at is null and unknown_at is null and next_attempt_at = 'infinity'`,
    [orderId],
  );
  const about = { orderId, recipient, content, requestedBy };
  return (await insertMail(db, { kind: 'order', guarantee: 'at most once', ...about })) !== undefined;
}

/**
 * The sender's decision on a mail with unknown delivery: send it again, or it has arrived. `unknownAt` identifies the
 * attempt, so that a repeated request sends once.
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
