import { tableFromIPC } from 'apache-arrow';
import type { Cell } from '../checksum.ts';

/** Cells of an Arrow stream, row by row, of the named columns or all. */
export function arrowCells(stream: Uint8Array, columns?: readonly string[]): Cell[][] {
  const table = tableFromIPC(stream);
  const names = columns ?? table.schema.fields.map(({ name }) => name);
  const vectors = names.map((name) => {
    const vector = table.getChild(name);
    if (!vector) throw new Error(`The answer has no column ${name}.`);
    return vector;
  });
  return Array.from({ length: table.numRows }, (_, row) =>
    vectors.map((vector) => {
      const cell: unknown = vector.get(row);
      return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : (cell as Cell);
    }),
  );
}
