import type { OrderListed } from '#shared/schemas/order.ts';
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
