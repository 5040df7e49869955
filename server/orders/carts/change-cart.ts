import type { Pool, PoolClient } from 'pg';
import { fractionOfDecimal, parseFraction, selectedOf, writeFraction } from '#shared/cart-quantity.ts';
import type { CartRowChange } from '#shared/schemas/cart.ts';
import type { User } from '#shared/schemas/user.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError, forbidden, notFound } from '../../platform/errors.ts';
import { rowState } from './answer-cart.ts';
import {
  type Change,
  type ChangedHeader,
  type ChangedRow,
  makeChange,
  markChange,
  nextRedo,
  nextUndo,
  wasMade,
} from './cart-change-queries.ts';
import type { FigureRow } from './cart-figures.ts';
import { type CartHead, lockCart, selectedRow, selectedRows } from './cart-queries.ts';

type Edit = { edit: string | undefined; ifVersion: number | undefined };

/**
 * Changes the user's cart in a transaction that locks it; an edit with an id in `edit` is applied once. @throws AppError
 * 404 without such a cart, 403 for somebody else's
 */
export async function changeCart<Result>(
  pool: Pool,
  cartKey: string,
  user: User,
  edit: string | undefined,
  work: (client: PoolClient, cart: CartHead, made: boolean) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    const cart = await lockCart(client, cartKey, user.id);
    if (!cart) throw notFound();
    if (cart.ownerId !== user.id) throw forbidden();
    return work(client, cart, await wasMade(client, cart.id, edit));
  });
}

export type TypedQuantity = Edit & {
  gtin: string;
  /** Decimal text. */
  quantity: string;
  /** Exact divisor of the packs, where it is not the cart's current one. */
  multiplier: string | undefined;
  /** The product's name; undefined where the provider does not offer it. Called only for products not yet selected. */
  nameOf: () => Promise<string | undefined>;
};

/** Sets the quantity of one product; returns the new row. @throws AppError 412 with both values, 404 */
export async function putQuantity(
  pool: Pool,
  cartKey: string,
  user: User,
  { nameOf, ...typed }: TypedQuantity,
): Promise<CartRowChange> {
  const done = await tryQuantity(pool, cartKey, user, typed, undefined);
  if (done) return done;
  // Outside the transaction, which would hold one connection and wait for another.
  const description = await nameOf();
  if (description === undefined) throw new AppError(404, 'cart_product_unknown');
  return (await tryQuantity(pool, cartKey, user, typed, description))!;
}

/** Undefined where the product is not selected and its name is needed. */
function tryQuantity(
  pool: Pool,
  cartKey: string,
  user: User,
  { gtin, quantity, multiplier, edit, ifVersion }: Omit<TypedQuantity, 'nameOf'>,
  description: string | undefined,
): Promise<CartRowChange | undefined> {
  return changeCart(pool, cartKey, user, edit, async (client, cart, made) => {
    const row = await selectedRow(client, cart.id, gtin);
    if (!made) {
      const wanted = writeFraction(selectedOf(quantity, parseFraction(multiplier ?? cart.multiplier)));
      if (ifVersion !== undefined && ifVersion !== (row?.version ?? 0)) {
        throw rowChanged(rowState(gtin, row, cart.multiplier), quantity);
      }
      const name = row?.description ?? description;
      if (name === undefined) return undefined;
      const old = row?.quantity ?? '0';
      const rows = old === wanted ? [] : [{ gtin, description: name, old, new: wanted }];
      const change = await makeChange(client, cart, user.id, { kind: 'row', edit, rows, header: {} });
      const selected =
        wanted === '0' ? undefined : { gtin, description: name, quantity: wanted, version: change };
      return { ...rowState(gtin, old === wanted ? row : selected, cart.multiplier), cartVersion: change };
    }
    return { ...rowState(gtin, row, cart.multiplier), cartVersion: cart.version };
  });
}

/** Selects the available quantity of every row, or deselects all. */
export function changeRows(
  pool: Pool,
  cartKey: string,
  user: User,
  kind: 'bulk-update' | 'bulk-deselect',
  shown: readonly FigureRow[],
  edit: string | undefined,
): Promise<void> {
  return changeCart(pool, cartKey, user, edit, async (client, cart, made) => {
    if (made) return;
    const selected = new Map((await selectedRows(client, cart.id)).map((row) => [row.gtin, row.quantity]));
    const rows: ChangedRow[] = shown
      .map(({ gtin, productDescription, availableQuantity }) => ({
        gtin,
        description: productDescription,
        old: selected.get(gtin) ?? '0',
        new: kind === 'bulk-deselect' ? '0' : writeFraction(fractionOfDecimal(availableQuantity.toFixed(4))),
      }))
      .filter((row) => row.old !== row.new);
    await makeChange(client, cart, user.id, { kind, edit, rows, header: {} });
  });
}

/** Saves the fields of the header in `next`; equal values change nothing. @throws AppError 412 */
export function changeHeader(
  pool: Pool,
  cartKey: string,
  user: User,
  { edit, ifVersion }: Edit,
  next: (
    client: PoolClient,
    cart: CartHead,
  ) => Promise<{ [Field in keyof ChangedHeader]: NonNullable<ChangedHeader[Field]>[1] | undefined }>,
): Promise<void> {
  return changeCart(pool, cartKey, user, edit, async (client, cart, made) => {
    if (made) return;
    if (ifVersion !== undefined && ifVersion !== cart.headerVersion) throw headerChanged(cart.headerVersion);
    const header = Object.fromEntries(
      Object.entries(await next(client, cart)).flatMap(([field, value]) => {
        const old = cart[field as keyof ChangedHeader];
        return value === undefined || value === old ? [] : [[field, [old, value]]];
      }),
    ) as ChangedHeader;
    await makeChange(client, cart, user.id, { kind: 'header', edit, rows: [], header });
  });
}

/** Undoes the last change, or redoes the last one undone. @throws AppError 409 where there is none */
export function stepCart(
  pool: Pool,
  cartKey: string,
  user: User,
  kind: 'undo' | 'redo',
  edit: string | undefined,
): Promise<void> {
  return changeCart(pool, cartKey, user, edit, async (client, cart, made) => {
    if (made) return;
    const step = await (kind === 'undo' ? nextUndo : nextRedo)(client, cart.id);
    if (!step) throw new AppError(409, kind === 'undo' ? 'nothing_to_undo' : 'nothing_to_redo');
    const change = kind === 'undo' ? reversed(step) : step;
    await makeChange(client, cart, user.id, { ...change, kind, edit, of: step.change });
    await markChange(client, cart.id, step.change, kind === 'undo' ? 'undone' : 'done');
  });
}

function reversed({ rows, header }: Pick<Change, 'rows' | 'header'>): Pick<Change, 'rows' | 'header'> {
  return {
    rows: rows.map((row) => ({ ...row, old: row.new, new: row.old })),
    header: Object.fromEntries(
      Object.entries(header).map(([field, [old, next]]) => [field, [next, old]]),
    ) as ChangedHeader,
  };
}

/** A conflict with somebody else's change: both values, so that a person can choose. */
function rowChanged(theirs: ReturnType<typeof rowState>, yours: string): AppError {
  return new AppError(412, 'cart_row_changed', {
    issues: [{ path: 'selectedQuantity', theirs, yours: { selectedQuantity: Number(yours) } }],
  });
}

function headerChanged(version: number): AppError {
  return new AppError(412, 'cart_header_changed', { issues: [{ path: 'headerVersion', theirs: version }] });
}
