import { tableFromIPC } from '@uwdata/flechette';
import type { ArrowRows, Cell, Row } from './workbook.ts';

const BATCH_ROWS = 1000;

/** How many rows an Arrow stream has, and these in batches, the named columns in their order. */
export function arrowRows({ arrow, read }: ArrowRows): { count: number; batches: Iterable<readonly Row[]> } {
  const table = tableFromIPC(arrow);
  const columns = read.map((name) => {
    const column = table.getChild(name);
    if (!column) throw new Error(`There is no column ${name} to write`);
    return column;
  });
  const { numRows: count } = table;
  return { count, batches: batches() };

  function* batches(): Generator<readonly Row[]> {
    const iterators = columns.map((column) => column[Symbol.iterator]() as Iterator<Cell>);
    for (let from = 0; from < count; from += BATCH_ROWS) {
      const rows: Cell[][] = [];
      for (let row = from; row < Math.min(from + BATCH_ROWS, count); row++) {
        rows.push(iterators.map((iterator) => iterator.next().value as Cell));
      }
      yield rows;
    }
  }
}
