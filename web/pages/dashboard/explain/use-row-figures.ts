import type { KeyboardEvent, MouseEvent } from 'react';
import type { FigureQuestion } from '../../../api/explanation.ts';
import { useAskWhy } from './ask-why.ts';
import './row-figures.css';

const steps: Readonly<Record<string, readonly [row: number, place: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

interface FigureColumn {
  key: string;
  heading: string;
}

/**
 * Makes the figures of a table's bodies answer why, in rows that `data-row` names: one pair of listeners for thousands
 * of cells, which stay as light as they are. Tab stops at the rows' links; arrow keys go on to the figures, Enter asks.
 * `columns` are those after the name, of all rows or of the one given.
 */
export function useRowFigures(
  questions: Omit<FigureQuestion, 'figure'>,
  columns: readonly FigureColumn[] | ((row: HTMLElement) => readonly FigureColumn[]),
) {
  const ask = useAskWhy();

  function askFor(cell: HTMLTableCellElement): boolean {
    const row = cell.closest<HTMLElement>('tr[data-row]');
    if (!row || !ask || cell.textContent === '') return false;
    const column = (typeof columns === 'function' ? columns(row) : columns)[cell.cellIndex - 1];
    if (!column) return false;
    focusOn(cell);
    const name = row.querySelector('th')?.textContent ?? '';
    ask({ ...questions, figure: column.key, row: row.dataset.row ?? '' }, `${name}: ${column.heading}`);
    return true;
  }

  return {
    'data-explained': true,
    onClick({ target }: MouseEvent<HTMLElement>) {
      const cell = (target as Element).closest('td');
      // Marking figures to copy them is no question.
      if (cell && getSelection()?.isCollapsed !== false) askFor(cell);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const from = (event.target as Element).closest<HTMLTableCellElement>('th, td');
      const to = from && steps[event.key] && cellAt(from, steps[event.key]!);
      if (to) {
        event.preventDefault();
        focusOn(to.querySelector('a') ?? to);
      } else if (event.key === 'Enter' && from?.tagName === 'TD' && askFor(from)) {
        event.preventDefault();
      }
    },
  };
}

function cellAt(cell: HTMLTableCellElement, [row, place]: readonly [number, number]) {
  const from = cell.closest('tr')!;
  const to = from.closest('table')?.rows[from.rowIndex + row];
  return to?.matches('[data-row]') ? to.cells[cell.cellIndex + place] : undefined;
}

function focusOn(element: HTMLElement): void {
  if (element.tagName === 'TD') element.tabIndex = -1;
  element.focus();
}
