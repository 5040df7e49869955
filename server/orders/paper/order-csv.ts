import type { OrderContent } from '#shared/schemas/order.ts';
import { csvText } from '../../workbooks/csv.ts';

/** GTIN, Pharmacode and packs of an order for other systems: RFC 4180, the same in every language. */
export function orderCsv({ rows }: Pick<OrderContent, 'rows'>): Uint8Array {
  const lines = rows.map(({ gtin, pharmacode, packs }) => [gtin, pharmacode, packs]);
  return Buffer.from(csvText([['GTIN', 'Pharmacode', 'packs'], ...lines]));
}
