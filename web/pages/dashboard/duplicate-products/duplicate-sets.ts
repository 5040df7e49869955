import type { duplicateProducts } from '#analytics/views/duplicate-products.ts';
import type { RowOf } from '../../../api/views.ts';

export type DuplicateRow = RowOf<typeof duplicateProducts>;

/** The provider's product of an interchangeable set, and the competitors' articles it could replace. */
export interface DuplicateSet {
  gtin: string;
  /** Any row of the set: all say the same about the provider's product. */
  provider: DuplicateRow;
  competitors: DuplicateRow[];
}

/** Groups rows by the provider's product, in the order they come. */
export function duplicateSets(rows: readonly DuplicateRow[]): DuplicateSet[] {
  const sets = new Map<string, DuplicateSet>();
  for (const row of rows) {
    const set = sets.get(row.gtiN2) ?? { gtin: row.gtiN2, provider: row, competitors: [] };
    set.competitors.push(row);
    sets.set(row.gtiN2, set);
  }
  return [...sets.values()];
}
