import type { FigureQuestion } from '../../../api/explanation.ts';
import { useFigureCells } from './use-figure-cells.ts';

interface FigureColumn {
  key: string;
  heading: string;
}

/** Makes the figures of a view's rows answer why. `columns` are those after the name, of all rows or of the one given. */
export function useRowFigures(
  questions: Omit<FigureQuestion, 'figure'>,
  columns: readonly FigureColumn[] | ((row: HTMLElement) => readonly FigureColumn[]),
) {
  return useFigureCells((row, place) => {
    const column = (typeof columns === 'function' ? columns(row) : columns)[place];
    if (!column) return null;
    const name = row.querySelector('th')?.textContent ?? '';
    return {
      question: { ...questions, figure: column.key, row: row.dataset.row ?? '' },
      label: `${name}: ${column.heading}`,
    };
  });
}
