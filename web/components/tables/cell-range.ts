/** A cell of the table's body: row among those shown, column among those shown. */
export interface Cell {
  row: number;
  column: number;
}

/** Cells chosen: from where choosing began to where the keyboard is. */
export interface Selection {
  anchor: Cell;
  active: Cell;
}

/** What there is to move in. */
export interface Extent {
  rows: number;
  columns: number;
  /** Rows of a screenful. */
  page: number;
}

export interface Keys {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Rows and columns of a selection, first and last included. */
export function rangeOf({ anchor, active }: Selection) {
  return {
    top: Math.min(anchor.row, active.row),
    bottom: Math.max(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    right: Math.max(anchor.column, active.column),
  };
}

/** The selection where so many columns are left: what stood beyond them stands in the last one. */
export function withinColumns({ anchor, active }: Selection, columns: number): Selection {
  const within = (cell: Cell) => ({ ...cell, column: Math.min(cell.column, columns - 1) });
  return { anchor: within(anchor), active: within(active) };
}

/**
 * The selection after a key: arrows, Page and Home/End move, with Control to the edge of the table, with Shift they
 * extend; Control+A takes all. Null for a key that selects nothing.
 */
export function moved(selection: Selection | null, keys: Keys, extent: Extent): Selection | null {
  if (extent.rows === 0) return null;
  const { rows, columns } = extent;
  const command = keys.ctrlKey || keys.metaKey;
  if (command && keys.key === 'a') {
    return { anchor: { row: 0, column: 0 }, active: { row: rows - 1, column: columns - 1 } };
  }
  const from = selection?.active ?? { row: 0, column: 0 };
  const to = target(from, keys.key, command, extent);
  if (!to) return null;
  const active = {
    row: Math.max(0, Math.min(rows - 1, to.row)),
    column: Math.max(0, Math.min(columns - 1, to.column)),
  };
  if (!selection) return { anchor: from, active: keys.shiftKey ? active : from };
  return { anchor: keys.shiftKey ? selection.anchor : active, active };
}

function target({ row, column }: Cell, key: string, command: boolean, extent: Extent): Cell | null {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  switch (key) {
    case 'ArrowDown':
      return { row: command ? last.row : row + 1, column };
    case 'ArrowUp':
      return { row: command ? 0 : row - 1, column };
    case 'ArrowRight':
      return { row, column: command ? last.column : column + 1 };
    case 'ArrowLeft':
      return { row, column: command ? 0 : column - 1 };
    case 'PageDown':
      return { row: row + extent.page, column };
    case 'PageUp':
      return { row: row - extent.page, column };
    case 'Home':
      return { row: command ? 0 : row, column: 0 };
    case 'End':
      return { row: command ? last.row : row, column: last.column };
    default:
      return null;
  }
}
