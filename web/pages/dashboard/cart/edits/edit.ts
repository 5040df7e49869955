import { MOST_CART_ROWS } from '#shared/limits.ts';
import type { Cart, CartRowState } from '#shared/schemas/cart.ts';
import type { CartFilter } from '../cart-queries.ts';

/** What of a cart's header can be changed, as the API takes it. */
export interface HeaderFields {
  visible: boolean;
  quantityMultiplier: number;
  deliveryDate: string | null;
  wholesaler: number | null;
  deliveryType: Cart['deliveryType'];
  signatureName: string;
  /** Data URL of a PNG, "typed", or null. */
  signature: string | null;
  /** With a signature: whose prices were shown. */
  catalogueRevision?: number;
}

/** A quantity of one product. */
export interface RowEdit {
  kind: 'row';
  gtin: string;
  name: string;
  /** Exactly, e.g. `12/7`: packs for the statistic's period. */
  selected: string;
  /** Exactly: the multiplier that was shown meanwhile. */
  multiplier: string;
  /** Of the row that it is based on; null: whatever is there. */
  version: number | null;
}

/** Quantities of many products, made as one change. */
export interface RowsEdit {
  kind: 'rows';
  rows: readonly Pick<RowEdit, 'gtin' | 'name' | 'selected' | 'version'>[];
  multiplier: string;
}

/** One change for all of them; more than the server takes at once are several. */
export function rowsEdits(rows: RowsEdit['rows'], multiplier: string): RowsEdit[] {
  return Array.from({ length: Math.ceil(rows.length / MOST_CART_ROWS) }, (_, part) => ({
    kind: 'rows',
    rows: rows.slice(part * MOST_CART_ROWS, (part + 1) * MOST_CART_ROWS),
    multiplier,
  }));
}

export interface HeaderEdit {
  kind: 'header';
  fields: Partial<HeaderFields>;
  /** The values that were shown before. */
  before: Partial<HeaderFields>;
  version: number | null;
}

/** What the server does with many rows, or with its own log. */
export interface StepEdit {
  kind: 'bulk-update' | 'bulk-deselect' | 'undo' | 'redo';
  filter: CartFilter;
}

export type Edit = RowEdit | RowsEdit | HeaderEdit | StepEdit;

export type EditState =
  | { state: 'typing' }
  | { state: 'waiting' }
  | { state: 'sending' }
  /** Somebody else was faster. */
  | { state: 'conflict'; theirs: CartRowState | Partial<HeaderFields>; theirVersion: number }
  /** The server will not take it. */
  | { state: 'refused'; reason: string };

/**
 * An edit that the server has not answered for yet, under the name that makes it once however often it is sent. `mayBeMade`: it
 * was sent, or may have been by another page, and no answer came.
 */
export type KeptEdit<Kind extends Edit = Edit> = Kind & { id: string; mayBeMade?: true } & EditState;

/** What an edit makes of a product; undefined where it is not about it. */
export function rowOf(edit: KeptEdit, gtin: string): RowsEdit['rows'][number] | undefined {
  return rowsOf(edit).find((row) => row.gtin === gtin);
}

/** What edits under way make of quantities, by GTIN. */
export function selectedBy(edits: readonly KeptEdit[]): ReadonlyMap<string, string> {
  return new Map(
    edits
      .filter(isUnderWay)
      .flatMap(rowsOf)
      .map(({ gtin, selected }) => [gtin, selected]),
  );
}

function rowsOf(edit: KeptEdit): RowsEdit['rows'] {
  return edit.kind === 'row' ? [edit] : edit.kind === 'rows' ? edit.rows : [];
}

/** Whether an edit is still on its way, and not a person's to decide. */
export function isUnderWay({ state }: KeptEdit): boolean {
  return state !== 'conflict' && state !== 'refused';
}

/** 128 random bits in hexadecimal: pages without TLS have no crypto.randomUUID. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
