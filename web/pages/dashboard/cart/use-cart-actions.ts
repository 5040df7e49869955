import { useMemo } from 'react';
import type { Cart, CartRow, CartRowState } from '#shared/schemas/cart.ts';
import type { CartFilter } from './cart-queries.ts';
import { replacements } from './cart-row.ts';
import {
  isUnderWay,
  type KeptEdit,
  type RowEdit,
  type RowsEdit,
  rowsEdits,
  type StepEdit,
} from './edits/edit.ts';
import type { UsedEdits } from './edits/use-edits.ts';
import { selectedOfAvailable, selectedOfPacks } from './quantity.ts';

/** What can be done with the rows of one's own cart. `saved` is the cart as the server has it. */
export function useCartActions(
  saved: Cart | undefined,
  { cart, queue, edits }: UsedEdits,
  filter: CartFilter,
) {
  const savedRows = useMemo(
    () => new Map([...(saved?.rows ?? []), ...(saved?.hidden ?? [])].map((row) => [row.gtin, row])),
    [saved],
  );
  const multiplier = cart?.multiplierExact ?? '1';

  function editOf(
    { gtin, productDescription }: Pick<CartRow, 'gtin' | 'productDescription'>,
    selected: string,
  ): RowEdit {
    const version = savedRows.get(gtin)?.version ?? 0;
    return { kind: 'row', gtin, name: productDescription, selected, multiplier, version };
  }

  /** Selects this much of a product; nothing is sent where that is what the server has. */
  function select(row: CartRow, selected: string, typing = false): void {
    const before = savedRows.get(row.gtin)?.selectedExact ?? '0';
    const isOfRow = (edit: KeptEdit) => edit.kind === 'row' && edit.gtin === row.gtin;
    const isPending = edits.some(
      (edit) =>
        (isOfRow(edit) && (edit.state === 'sending' || edit.mayBeMade)) ||
        (isUnderWay(edit) && edit.kind !== 'row'),
    );
    if (selected === before && !isPending) queue?.drop((edit) => !isOfRow(edit));
    else queue?.add([editOf(row, selected)], { typing });
  }

  function selectMany(rows: readonly RowEdit[]): void {
    queue?.add(rowsEdits(rows.map(plainRow), multiplier));
  }

  function step(kind: StepEdit['kind']): void {
    queue?.add([{ kind, filter }]);
  }

  return {
    type: (row: CartRow, packs: number) => select(row, selectedOfPacks(packs, multiplier), true),
    takeBack(gtin: string, selectedExact: string) {
      const row = savedRows.get(gtin);
      if (row) select(row, selectedExact);
    },
    transfer: (row: CartRow) => select(row, selectedOfAvailable(row.availableQuantity)),
    reset: (row: CartRow) => select(row, '0'),
    /** All rows that the filter leaves, or these; as one step. */
    selectAll(found: readonly CartRow[] | null) {
      if (found) selectMany(found.map((row) => editOf(row, selectedOfAvailable(row.availableQuantity))));
      else step('bulk-update');
    },
    deselectAll(found: readonly CartRow[] | null) {
      const selected = found?.filter(({ selectedExact }) => selectedExact !== '0');
      if (selected) selectMany(selected.map((row) => editOf(row, '0')));
      else step('bulk-deselect');
    },
    undo: () => step('undo'),
    redo: () => step('redo'),
    /** Takes the next alternative of each that has one, with the same packs; as one step. */
    instead(late: readonly CartRow[]) {
      if (!cart) return;
      const replaced = replacements(late, [...cart.rows, ...cart.hidden], multiplier);
      selectMany(replaced.map(({ row, selected }) => editOf(row, selected)));
    },
    /** Makes an edit on top of somebody else's. */
    insist(edit: KeptEdit) {
      if (edit.state !== 'conflict') return;
      queue?.drop(({ id }) => id !== edit.id);
      if (edit.kind === 'row') {
        const { gtin, name, selected, multiplier: shown } = edit;
        queue?.add([{ kind: 'row', gtin, name, selected, multiplier: shown, version: edit.theirVersion }]);
      }
      if (edit.kind === 'header') {
        const before = edit.theirs as Exclude<typeof edit.theirs, CartRowState>;
        queue?.add([{ kind: 'header', fields: edit.fields, before, version: edit.theirVersion }]);
      }
    },
    giveUp: (edit: KeptEdit) => queue?.drop(({ id }) => id !== edit.id),
  };
}

function plainRow({ gtin, name, selected, version }: RowEdit): RowsEdit['rows'][number] {
  return { gtin, name, selected, version };
}
