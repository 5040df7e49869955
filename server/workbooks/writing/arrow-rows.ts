import { type Column, tableFromIPC } from '@uwdata/flechette';
import type { ArrowRows, Cell, ExpectedDays, Mark, WeekCell } from './workbook.ts';

const BATCH_ROWS = 1000;

type ArrowCell = Cell | WeekCell;

/** The number of rows of an Arrow stream, and the rows in batches, in the order of the sheet's columns. */
export function arrowRows({ arrow, read }: ArrowRows): {
  count: number;
  batches: Iterable<readonly ArrowCell[][]>;
} {
  const table = tableFromIPC(arrow);
  const { numRows: count } = table;
  const readers = read.map((what) => {
    if (typeof what === 'string') return values(what);
    return 'days' in what ? expected(what) : marks(what);
  });
  return { count, batches: batches() };

  function* batches(): Generator<readonly ArrowCell[][]> {
    for (let from = 0; from < count; from += BATCH_ROWS) {
      const rows = Array.from({ length: Math.min(BATCH_ROWS, count - from) }, (): ArrowCell[] => []);
      for (const next of readers) for (const row of rows) row.push(next());
      yield rows;
    }
  }

  /** Iterates over the values of a column. */
  function values(name: string): () => Cell {
    const column = table.getChild(name) as Column<Cell> | null;
    if (!column) throw new Error(`There is no column ${name} to write`);
    const iterator = column[Symbol.iterator]();
    return () => iterator.next().value ?? null;
  }

  function expected({ days, areWeeks }: ExpectedDays): () => ArrowCell {
    const [next, isWeek] = [values(days), values(areWeeks)];
    return () => {
      const [day, week] = [next(), isWeek()];
      return week === true && typeof day === 'string' ? { weekOf: day } : day;
    };
  }

  function marks(all: readonly Mark[]): () => Cell {
    const each = all.map(({ word, column, unless }) => {
      const holds = values(column);
      const exception = unless === undefined ? () => false : values(unless);
      return () => {
        const [value, other] = [holds(), exception()];
        return value !== null && value !== false && other === false ? [word] : [];
      };
    });
    return () => each.flatMap((mark) => mark()).join(', ') || null;
  }
}
