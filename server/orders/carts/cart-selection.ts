import { createHash } from 'node:crypto';
import { packsOf, parseFraction } from '#shared/cart-quantity.ts';
import type { CartHead, SelectedRow } from './cart-queries.ts';

/** SHA-256 of what a signature covers: products and packs, wholesaler, delivery and name. */
export function selectionHash(
  head: Pick<CartHead, 'multiplier' | 'wholesaler' | 'deliveryType' | 'deliveryDate' | 'signatureName'>,
  selected: readonly SelectedRow[],
): Buffer {
  const multiplier = parseFraction(head.multiplier);
  const rows = selected
    .map(({ gtin, quantity }) => [gtin, packsOf(parseFraction(quantity), multiplier)] as const)
    .filter(([, packs]) => packs > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const { wholesaler, deliveryType, deliveryDate, signatureName } = head;
  const said = JSON.stringify([wholesaler, deliveryType, deliveryDate, signatureName, rows]);
  return createHash('sha256').update(said).digest();
}
