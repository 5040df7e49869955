import type { KeyboardEvent, MouseEvent } from 'react';
import type { FigureQuestion } from '../../../api/explanation.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { useAskWhy, type WhyQuestion } from './why-button.tsx';
import './explain.css';

export interface AskedCell {
  question: WhyQuestion;
  /** What the page calls the figure. */
  label: string;
}

const steps: Readonly<Record<string, readonly [row: number, place: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/**
 * Makes the cells of a table's bodies answer why, in rows that `data-row` names: one pair of listeners for thousands of
 * cells, which stay as light as they are. Tab stops at the rows' links; arrow keys go on to the figures, Enter asks.
 * `cellOf` says what a cell is asked, by its row and its place after the name.
 */
export function useFigureCells(cellOf: (row: HTMLElement, place: number) => AskedCell | null) {
  const ask = useAskWhy();

  function askFor(cell: HTMLTableCellElement): boolean {
    const row = cell.closest<HTMLElement>('tr[data-row]');
    if (!row || !ask || cell.textContent === '') return false;
    const asked = cellOf(row, cell.cellIndex - 1);
    if (!asked) return false;
    focusOn(cell);
    ask(asked.question, asked.label);
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
  if (element instanceof HTMLTableCellElement) element.tabIndex = -1;
  element.focus();
}

interface FigureColumn {
  key: string;
  heading: string;
}

/**
 * Makes the figures of a view's rows answer why. `columns` are those after the name, of all rows or of the one given;
 * undefined where nothing is answered.
 */
export function useRowFigures(
  questions: Omit<FigureQuestion, 'figure'>,
  columns: readonly (FigureColumn | undefined)[] | ((row: HTMLElement) => readonly FigureColumn[]),
) {
  return useFigureCells((row, place) => {
    const column = (typeof columns === 'function' ? columns(row) : columns)[place];
    if (!column) return null;
    const name = row.querySelector('th')?.textContent ?? '';
    return {
      question: { ...questions, figure: column.key, row: row.dataset.row ?? '' },
      label: labelled(name, column.heading),
    };
  });
}
