import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Cell, type Extent, moved, type Selection } from './cell-range.ts';

interface CellSelectionOptions {
  extent: Extent;
  /** What the selection is in; of another list nothing is selected. */
  list: unknown;
  /** Brings a cell into sight. */
  reveal: (cell: Cell) => void;
}

/** Choosing cells by keyboard, and with the mouse by pressing and dragging. */
export function useCellSelection({ extent, list, reveal }: CellSelectionOptions) {
  const [kept, setKept] = useState<{ list: unknown; selection: Selection } | null>(null);
  const selection = kept && kept.list === list ? kept.selection : null;
  const select = (next: Selection) => setKept({ list, selection: next });

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
      current?.list === list ? current : { list, selection: { anchor: start, active: start } },
    );
  }

  return { selection, handlers: { onKeyDown, onPointerDown, onPointerMove, onFocus } };
}

/** The cell of the table's body that an element stands in. */
function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLTableCellElement>('tbody :is(td, th)') : null;
  const place = cell?.closest('tr')?.dataset.place;
  return cell && place !== undefined ? { row: Number(place), column: cell.cellIndex } : null;
}
