import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { type Cell, type Extent, moved, rangeOf, type Selection } from './cell-range.ts';

interface CellSelectionOptions {
  extent: Extent;
  /** What names the row at a place: where other rows have come, nothing is selected any more. */
  keyAt: (place: number) => string;
  /** Brings a cell into sight. */
  reveal: (cell: Cell) => void;
}

interface Kept {
  selection: Selection;
  /** Of the rows that were selected. */
  keys: string;
}

/** Choosing cells by keyboard, and with the mouse by pressing and dragging. */
export function useCellSelection({ extent, keyAt, reveal }: CellSelectionOptions) {
  const [kept, setKept] = useState<Kept | null>(null);
  const selection = useMemo(() => (kept && isOfSameRows(kept, keyAt) ? kept.selection : null), [kept, keyAt]);
  const keep = (next: Selection): Kept => ({ selection: next, keys: keysOf(next, keyAt) });
  const select = (next: Selection) => setKept(keep(next));

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget) return;
    const next = moved(selection, event, extent);
    if (!next) return;
    event.preventDefault();
    select(next);
    if (event.key !== 'a') reveal(next.active);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const cell = cellOf(event.target);
    if (!cell || event.button !== 0) return;
    select({ anchor: event.shiftKey && selection ? selection.anchor : cell, active: cell });
    event.currentTarget.focus({ preventScroll: true });
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType !== 'mouse' || event.buttons !== 1 || !selection) return;
    const cell = cellOf(event.target);
    if (!cell || (cell.row === selection.active.row && cell.column === selection.active.column)) return;
    select({ anchor: selection.anchor, active: cell });
  }

  function onFocus(event: React.FocusEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || extent.rows === 0) return;
    const start = { row: 0, column: 0 };
    setKept((current) =>
      current && isOfSameRows(current, keyAt) ? current : keep({ anchor: start, active: start }),
    );
  }

  return { selection, handlers: { onKeyDown, onPointerDown, onPointerMove, onFocus } };
}

function isOfSameRows({ selection, keys }: Kept, keyAt: (place: number) => string): boolean {
  return keysOf(selection, keyAt) === keys;
}

function keysOf(selection: Selection, keyAt: (place: number) => string): string {
  const { top, bottom } = rangeOf(selection);
  return Array.from({ length: bottom - top + 1 }, (_, index) => keyAt(top + index)).join('\n');
}

/** The cell of the table's body that an element stands in. */
function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('tbody :is(td, th)') : null;
  const place = cell?.closest('tr')?.dataset.place;
  return cell && place !== undefined ? { row: Number(place), column: cell.cellIndex } : null;
}
