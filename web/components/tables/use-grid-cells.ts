import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Cell, type Extent, moved, rangeOf, type Selection, withinColumns } from './cell-range.ts';
import { copiedText } from './copied-text.ts';
import type { ListColumn } from './list-columns.ts';

/** What shows the meaning of what stands in cells. */
interface CellNotes {
  close: () => void;
  /** Shows all of a cell; false when it has none. */
  showCell: (cell: Element | null) => boolean;
  handlers: {
    onMouseOver: (event: MouseEvent) => void;
    onMouseLeave: () => void;
    onClick: (event: MouseEvent) => void;
  };
}

interface GridCellsOptions<Row> {
  columns: readonly ListColumn<Row>[];
  count: number;
  rowAt: (place: number) => Row;
  /** What names the row at a place: where other rows have come, nothing is selected any more. */
  keyAt: (place: number) => string;
  /** Rows of a screenful. */
  page: number;
  /** Brings a cell into sight. */
  reveal: (cell: Cell) => void;
  notes: CellNotes;
  /** Asks why of a figure; null where nothing is answered. */
  onAsk: ((column: ListColumn<Row>, row: Row) => void) | null | undefined;
}

export type GridCells = ReturnType<typeof useGridCells>;

/** Choosing the cells of a list, copying them, and asking why of the active one: with Enter, a double click, or its mark. */
export function useGridCells<Row>(options: GridCellsOptions<Row>) {
  const { columns, count, rowAt, notes, onAsk } = options;
  const { t } = useTranslation('products');
  const activeId = useId();
  const { selection, handlers } = useCellSelection({
    extent: { rows: count, columns: columns.length, page: options.page },
    keyAt: options.keyAt,
    reveal: options.reveal,
  });
  const range = selection && rangeOf(selection);

  /** False where the active cell holds no figure. */
  function askOf(grid: HTMLElement): boolean {
    const column = selection && columns[selection.active.column];
    if (!onAsk || !selection || !column?.figure) return false;
    // The focus comes back to the cells, not to the mark among them.
    grid.focus({ preventScroll: true });
    onAsk(column, rowAt(selection.active.row));
    return true;
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    notes.close();
    handlers.onKeyDown(event);
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (isPlain && askOf(event.currentTarget)) return event.preventDefault();
    const cell = document.getElementById(activeId);
    const opens = cell?.querySelector<HTMLElement>('[data-opens]');
    if (opens) opens.click();
    else notes.showCell(cell);
  }
  function onCopy(event: ClipboardEvent) {
    // What is copied in a dialog that a cell has opened is none of the table's.
    const isInside = event.currentTarget.contains(event.target as Node);
    if (!selection || !range || !isInside) return;
    event.clipboardData.setData('text/plain', copiedText(columns, selection, rowAt));
    event.preventDefault();
    const count = (range.bottom - range.top + 1) * (range.right - range.left + 1);
    sayCopied(t('copied', { count }));
  }

  return {
    selection,
    /** Of the row at a place. */
    ofRow(place: number) {
      const isSelected = range && place >= range.top && place <= range.bottom;
      return {
        'data-place': place,
        active: selection?.active.row === place ? selection.active.column : -1,
        activeId,
        left: isSelected ? range.left : -1,
        right: isSelected ? range.right : -2,
      };
    },
    /** Of the table. */
    ofGrid: {
      ...handlers,
      ...notes.handlers,
      'aria-activedescendant': selection ? activeId : undefined,
      onKeyDown,
      onCopy,
      onClick(event: MouseEvent<HTMLElement>) {
        notes.handlers.onClick(event);
        if ((event.target as Element).closest('[data-why]')) askOf(event.currentTarget);
      },
      onDoubleClick({ target, currentTarget }: MouseEvent<HTMLElement>) {
        if ((target as Element).closest('tbody td[data-active="true"]')) askOf(currentTarget);
      },
    },
  };
}

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
function useCellSelection({ extent, keyAt, reveal }: CellSelectionOptions) {
  const [kept, setKept] = useState<Kept | null>(null);
  const { columns } = extent;
  const selection = useMemo(
    () => (kept && isOfSameRows(kept, keyAt) ? withinColumns(kept.selection, columns) : null),
    [kept, keyAt, columns],
  );
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

  function onFocus(event: FocusEvent<HTMLElement>): void {
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

/** Tells in passing what has been copied; what draws it is fetched when it is needed. */
async function sayCopied(text: string): Promise<void> {
  const { showSuccess } = await import('../feedback/toasts.ts');
  showSuccess(text);
}
