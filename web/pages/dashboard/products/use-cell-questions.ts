import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { product } from '#analytics/views/product.ts';
import type { Columns } from '../../../api/arrow.ts';
import type { Cell } from '../../../components/tables/cell-range.ts';
import { useAskWhy } from '../explain/ask-why.ts';
import { nameOf } from './marked-row.ts';
import type { ProductRow, TableColumn } from './table-columns.ts';

interface CellQuestionsOptions {
  articles: Columns<ProductRow> | undefined;
  columns: readonly TableColumn[];
  rowAt: (place: number) => number;
  active: Cell | undefined;
}

/** Asks why of the active cell: with Enter, with a double click, or with the mark that stands in it. */
export function useCellQuestions({ articles, columns, rowAt, active }: CellQuestionsOptions) {
  const { t } = useTranslation('products');
  const ask = useAskWhy();

  /** False where the cell holds no figure. */
  function askOf(grid: HTMLElement): boolean {
    const column = active && columns[active.column];
    if (!ask || !articles || !active || column?.kind !== 'figure') return false;
    const row = rowAt(active.row);
    // The focus comes back to the cells, not to the mark among them.
    grid.focus({ preventScroll: true });
    ask(
      { view: product.name, figure: column.field, row: articles.cell('article', row) },
      `${nameOf(articles, row)}: ${t(column.heading)}`,
    );
    return true;
  }

  return {
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
