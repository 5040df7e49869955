import type { CartChange } from '#shared/schemas/cart.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';
import type { CartHead } from './cart-queries.ts';

/** Most rows shown of one change in the log. */
const SHOWN_ROWS = 100;

/** Most changes kept per cart: years of work. */
const KEPT_CHANGES = 10_000;

/** Steps that can be taken back. */
const UNDO_STEPS = 50;

/** A row's exact quantities before and after, '0' where not selected. */
export type ChangedRow = { gtin: string; description: string; old: string; new: string };

type HeaderField =
  | 'visible'
  | 'multiplier'
  | 'deliveryDate'
  | 'wholesaler'
  | 'deliveryType'
  | 'signatureName'
  | 'signature';

/** Old and new value by field. */
export type ChangedHeader = Partial<Record<HeaderField, [old: HeaderValue, next: HeaderValue]>>;
export type HeaderValue = string | number | boolean | null;

export type Change = {
  kind: CartChange['kind'];
  /** The client's id of the edit, for idempotency. */
  edit: string | undefined;
  rows: readonly ChangedRow[];
  header: ChangedHeader;
  /** The change that it undoes or redoes. */
  of?: number;
};

const columns: Record<HeaderField, string> = {
  visible: 'visible',
  multiplier: 'multiplier',
  deliveryDate: 'delivery_date',
  wholesaler: 'wholesaler_id',
  deliveryType: 'delivery_type',
  signatureName: 'signature_name',
  signature: 'signature_id',
};

/** Whether an edit with that id has been made. */
export async function wasMade(db: Queryable, cartId: number, edit: string | undefined): Promise<boolean> {
  if (edit === undefined) return false;
  const found = await queryOptionalRow(
    db,
    'select change from cart_changes where cart_id = $1 and edit = $2',
    [cartId, edit],
  );
  return found !== undefined;
}

/** The GTINs of the rows that an edit has changed. */
export async function rowsOfEdit(db: Queryable, cartId: number, edit: string): Promise<Set<string>> {
  const rows = await queryRows<{ gtin: string }>(
    db,
    `select row ->> 'gtin' as gtin from cart_changes, jsonb_array_elements(rows) as row
     where cart_id = $1 and edit = $2`,
    [cartId, edit],
  );
  return new Set(rows.map(({ gtin }) => gtin));
}

/**
 * Applies a change to a locked cart and logs it; returns its number. A change without effect is logged only where it has
 * an id, so that a repeated request does not apply it later.
 */
export async function makeChange(
  db: Queryable,
  cart: CartHead,
  userId: number,
  { kind, edit, rows, header, of }: Change,
): Promise<number> {
  const empty = rows.length === 0 && Object.keys(header).length === 0;
  if (empty && edit === undefined) return cart.version;
  const change = cart.version + 1;
  const stepping = kind === 'undo' || kind === 'redo';
  await saveRows(db, cart.id, rows, change);
  await saveHeader(db, cart.id, header, change);
  // A new change ends the possibility to redo.
  await execute(
    db,
    `with dropped as (
       update cart_changes set state = 'dropped' where cart_id = $1 and state = 'undone' and $9 = 'done'
     ),
     forgotten as (
       delete from cart_changes where cart_id = $1 and change <= $2 - ${KEPT_CHANGES}
     )
     insert into cart_changes (cart_id, change, user_id, made_at, kind, edit, rows, header, of_change, state)
     values ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8, $9)`,
    [
      cart.id,
      change,
      userId,
      kind,
      edit ?? null,
      JSON.stringify(rows),
      JSON.stringify(header),
      of ?? null,
      stepping || empty ? null : 'done',
    ],
  );
  return change;
}

async function saveRows(
  db: Queryable,
  cartId: number,
  rows: readonly ChangedRow[],
  change: number,
): Promise<void> {
  const gone = rows.filter((row) => row.new === '0').map(({ gtin }) => gtin);
  const kept = rows.filter((row) => row.new !== '0');
  if (gone.length > 0) {
    await execute(db, 'delete from cart_rows where cart_id = $1 and gtin = any ($2)', [cartId, gone]);
  }
  if (kept.length > 0) {
    await execute(
      db,
      `insert into cart_rows (cart_id, gtin, description, quantity, version)
       select $1, gtin, description, quantity, $5
       from unnest($2::text[], $3::text[], $4::text[]) as row (gtin, description, quantity)
       on conflict (cart_id, gtin) do update
       set description = excluded.description, quantity = excluded.quantity, version = excluded.version`,
      [
        cartId,
        kept.map(({ gtin }) => gtin),
        kept.map(({ description }) => description),
        kept.map((row) => row.new),
        change,
      ],
    );
  }
}

async function saveHeader(
  db: Queryable,
  cartId: number,
  header: ChangedHeader,
  change: number,
): Promise<void> {
  const fields = Object.entries(header) as [HeaderField, [HeaderValue, HeaderValue]][];
  const set = fields.map(([field], index) => {
    const value = `$${index + 3}`;
    // The wholesaler of a redone choice may have been deleted.
    return field === 'wholesaler'
      ? `wholesaler_id = (select id from wholesalers where id = ${value})`
      : `${columns[field]} = ${value}`;
  });
  const version = fields.length > 0 ? ['header_version = $2'] : [];
  await execute(db, `update carts set ${['version = $2', ...version, ...set].join(', ')} where id = $1`, [
    cartId,
    change,
    ...fields.map(([, [, next]]) => next),
  ]);
}

type Step = { change: number; rows: ChangedRow[]; header: ChangedHeader };

/** Whether undo and redo are possible. */
export async function possibleSteps(
  db: Queryable,
  cartId: number,
): Promise<{ canUndo: boolean; canRedo: boolean }> {
  const { done, undone } = await queryRow<{ done: boolean; undone: number }>(
    db,
    `select coalesce(bool_or(state = 'done'), false) as done,
       count(*) filter (where state = 'undone')::integer as undone
     from cart_changes where cart_id = $1 and state in ('done', 'undone')`,
    [cartId],
  );
  return { canUndo: done && undone < UNDO_STEPS, canRedo: undone > 0 };
}

/** The change to undo next; at most fifty back. */
export async function nextUndo(db: Queryable, cartId: number): Promise<Step | undefined> {
  const { canUndo } = await possibleSteps(db, cartId);
  return canUndo ? step(db, cartId, 'done', 'desc') : undefined;
}

/** The change to redo next. */
export function nextRedo(db: Queryable, cartId: number): Promise<Step | undefined> {
  return step(db, cartId, 'undone', 'asc');
}

function step(
  db: Queryable,
  cartId: number,
  state: 'done' | 'undone',
  order: 'asc' | 'desc',
): Promise<Step | undefined> {
  return queryOptionalRow<Step>(
    db,
    `select change, rows, header from cart_changes where cart_id = $1 and state = $2 order by change ${order} limit 1`,
    [cartId, state],
  );
}

export async function markChange(
  db: Queryable,
  cartId: number,
  change: number,
  state: 'done' | 'undone',
): Promise<void> {
  await execute(db, 'update cart_changes set state = $3 where cart_id = $1 and change = $2', [
    cartId,
    change,
    state,
  ]);
}

/** A page of the log of changes, newest first, below a number. Signatures are mentioned, not shown. */
export function listChanges(
  db: Queryable,
  cartId: number,
  before: number | null,
  limit: number,
): Promise<CartChange[]> {
  return queryRows<CartChange>(
    db,
    `select l.change, l.kind, u.name as by, ${instant('l.made_at')} as at,
       coalesce(
         (
           select jsonb_agg(
             jsonb_build_object(
               'gtin', row ->> 'gtin', 'productDescription', row ->> 'description', 'old', row ->> 'old', 'new', row ->> 'new'
             ) order by place
           )
           from jsonb_array_elements(l.rows) with ordinality as each (row, place)
           where place <= ${SHOWN_ROWS}
         ),
         '[]'
       ) as rows,
       jsonb_array_length(l.rows) as "rowCount", l.header, l.of_change as of, l.state
     from cart_changes l left join users u on u.id = l.user_id
     where l.cart_id = $1 and ($2::integer is null or l.change < $2)
     order by l.change desc limit $3`,
    [cartId, before, limit],
  );
}
