import type { KeyboardEvent, MouseEvent } from 'react';
import type { Cell } from '../../dashboard/products/cell-range.ts';
import type { MarketColumn } from '../table/market-columns.ts';
import { type FigureRow, useMarketAsking } from './ask-market-why.ts';

interface MarketQuestionsOptions<Row> {
  columns: readonly MarketColumn<Row>[];
  rows: readonly Row[] | undefined;
  active: Cell | undefined;
}

/** Asks why of the active cell: with Enter, with a double click, or with the mark that stands in it. */
export function useMarketQuestions<Row>({ columns, rows, active }: MarketQuestionsOptions<Row>) {
  const ask = useMarketAsking()?.ask ?? null;

  /** False where the cell holds no figure. */
  function askOf(grid: HTMLElement): boolean {
    const column = active && columns[active.column];
    const row = active && rows?.[active.row];
    if (!ask || !row || !column?.figure) return false;
    // The focus comes back to the cells, not to the mark among them.
    grid.focus({ preventScroll: true });
    const name = columns.find(({ kind }) => kind === 'name')?.copied(row) ?? '';
    ask({ figure: column.figure, label: `${name}: ${column.heading}`, row: row as FigureRow });
    return true;
  }

  return {
    /** Whether anything is answered here. */
    isAnswered: ask !== null,
    /** True when the key was a question. */
    onKeyDown(event: KeyboardEvent<HTMLElement>): boolean {
      const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
      if (event.key !== 'Enter' || !plain || event.target !== event.currentTarget) return false;
      if (!askOf(event.currentTarget)) return false;
      event.preventDefault();
      return true;
    },
    onClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
      if ((target as Element).closest('[data-why]')) askOf(currentTarget);
    },
    onDoubleClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
      if ((target as Element).closest('tbody td[data-active="true"]')) askOf(currentTarget);
    },
  };
}
