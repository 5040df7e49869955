import type { KeyboardEvent, MouseEvent } from 'react';
import type { FigureQuestion } from '../../../api/explanation.ts';
import { useAskWhy } from './ask-why.ts';

const steps: Readonly<Record<string, readonly [row: number, place: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/**
 * Listeners for the body of a table whose figures are buttons named by `data-figure`, in rows named by `data-row`: one
 * pair for thousands of figures. Tab stops at the rows' links; the arrow keys go on from there.
 */
export function useRowFigures(
  questions: Omit<FigureQuestion, 'figure'> | undefined,
  headingOf: (figure: string) => string,
) {
  const ask = useAskWhy();
  return {
    onClick(event: MouseEvent<HTMLElement>) {
      const button = (event.target as Element).closest<HTMLElement>('button[data-figure]');
      const row = button?.closest<HTMLElement>('tr[data-row]');
      if (!button || !row || !questions) return;
      const figure = button.dataset.figure ?? '';
      const name = row.querySelector('th')?.textContent ?? '';
      ask?.({ ...questions, figure, row: row.dataset.row ?? '' }, `${name}: ${headingOf(figure)}`);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = steps[event.key];
      const row = (event.target as Element).closest('tr');
      if (!step || !row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const place = stopsOf(row).indexOf(event.target as HTMLElement);
      const sibling = [row.previousElementSibling, row, row.nextElementSibling][step[0] + 1];
      const next = sibling && stopsOf(sibling)[place + step[1]];
      if (place < 0 || !next) return;
      event.preventDefault();
      next.focus();
    },
  };
}

function stopsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button[data-figure]')];
}
