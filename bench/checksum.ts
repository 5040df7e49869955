import { createHash } from 'node:crypto';

/** A cell as every engine can give it: CHF and packs as numbers, missing as null. */
export type Cell = string | number | boolean | null;

/**
 * Sixteen hex digits over an answer's cells in their order: two engines agree when theirs are equal. Numbers count to
 * the thousandth, so that 2.5 and 2.50 agree and an error of a centime shows; yes and no count as 1 and 0.
 */
export function checksum(rows: readonly (readonly Cell[])[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${row.map(canonical).join('\u001f')}\u001e`);
  return hash.digest('hex').slice(0, 16);
}

function canonical(cell: Cell): string {
  if (cell === null) return '\u0000';
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  if (typeof cell === 'number') return (Math.round(cell * 1000) / 1000).toString();
  return String(cell);
}
