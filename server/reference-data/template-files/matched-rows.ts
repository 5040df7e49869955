import type { SourceKey } from '../sources/rows.ts';
import type { SourceRow } from './canonical-rows.ts';

/** GTINs and Pharmacodes of the catalogue. */
export type KnownProducts = { gtins: readonly string[]; pharmacodes: readonly string[] };

/** How many rows are of products that the catalogue knows; null where rows are of none, or nothing is known yet. */
export function matchedRows(
  key: SourceKey,
  rows: readonly SourceRow[],
  { gtins, pharmacodes }: KnownProducts,
): number | null {
  if (key === 'customers' || gtins.length === 0) return null;
  const known = new Set(gtins);
  const knownCodes = new Set(pharmacodes);
  return rows.filter((row) => {
    if ('externalId' in row) return false;
    if ('alternativeGtin' in row) return known.has(row.gtin) && known.has(row.alternativeGtin);
    if (known.has(row.gtin)) return true;
    return 'expectedDelivery' in row && knownCodes.has(row.pharmacode);
  }).length;
}
