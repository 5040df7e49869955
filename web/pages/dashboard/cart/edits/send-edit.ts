import type { Cart, CartRowChange, CartRowState, CartRowsChange } from '#shared/schemas/cart.ts';
import { ApiFailure, requestJson } from '../../../../api/client.ts';
import { type CartFilter, cartPath, showCart, showRow } from '../cart-queries.ts';
import { decimalOf } from '../quantity.ts';
import type { HeaderEdit, HeaderFields, KeptEdit, RowEdit, RowsEdit, StepEdit } from './edit.ts';
import type { LeftRow, Outcome } from './edit-queue.ts';

export interface CartPlace {
  directLinkId: string;
  cartKey: string;
  /** Which rows the page shows. */
  filter: () => CartFilter;
}

/** Has the server make an edit, and shows what it answers. Throws nothing: the outcome says it. */
export async function sendEdit(place: CartPlace, edit: KeptEdit): Promise<Outcome> {
  try {
    if (edit.kind === 'row') return await sendRow(place, edit);
    if (edit.kind === 'rows') return await sendRows(place, edit);
    if (edit.kind === 'header') return await sendHeader(place, edit);
    return await sendStep(place, edit);
  } catch (error) {
    return outcomeOf(error);
  }
}

async function sendRow(place: CartPlace, edit: KeptEdit<RowEdit>): Promise<Outcome> {
  const { directLinkId, cartKey } = place;
  const { gtin, selected, multiplier, version } = edit;
  try {
    const change = await requestJson<CartRowChange>(
      `/cart/${encodeURIComponent(cartKey)}/${gtin}/${decimalOf(selected)}`,
      { method: 'PUT', query: { edit: edit.id, multiplier }, ifMatch: version ?? undefined },
    );
    showRow(directLinkId, cartKey, change);
    // Where it was made before and somebody has changed the row since, later edits are not based on that.
    return {
      made: true,
      rowVersion: (other) => (other === gtin && change.selectedExact === selected ? change.version : null),
      headerVersion: null,
    };
  } catch (error) {
    const theirs = isOutdated(error) ? theirRow(error) : undefined;
    if (!theirs) throw error;
    if (theirs.selectedExact === selected)
      return { made: true, rowVersion: () => theirs.version, headerVersion: null };
    showRow(directLinkId, cartKey, { ...theirs, cartVersion: theirs.version });
    return { made: false, becomes: { state: 'conflict', theirs, theirVersion: theirs.version } };
  }
}

async function sendRows(place: CartPlace, edit: KeptEdit<RowsEdit>): Promise<Outcome> {
  const { directLinkId, cartKey } = place;
  const filter = place.filter();
  const { multiplier } = edit;
  const { cart, conflicts, unknown } = await requestJson<CartRowsChange>(
    `${cartPath(directLinkId, cartKey)}/rows`,
    {
      method: 'POST',
      query: { edit: edit.id },
      json: {
        rows: edit.rows.map(({ gtin, selected, version }) => ({
          gtin,
          quantity: decimalOf(selected),
          ...(version === null ? {} : { version }),
        })),
        multiplier,
        filter,
      },
    },
  );
  showCart(directLinkId, filter, cart);
  const byGtin = new Map(edit.rows.map((row) => [row.gtin, row]));
  const left = (gtin: string): RowEdit => ({ kind: 'row', ...byGtin.get(gtin)!, multiplier });
  const now = new Map([...cart.rows, ...cart.hidden].map((row) => [row.gtin, row]));
  return {
    made: true,
    // Later edits of a row are not based on what somebody else has made of it.
    rowVersion(gtin) {
      const { selectedExact, version } = now.get(gtin) ?? { selectedExact: '0', version: 0 };
      return byGtin.get(gtin)?.selected === selectedExact ? version : null;
    },
    headerVersion: null,
    left: [
      ...conflicts.map(
        ({ theirs }): LeftRow => ({
          ...left(theirs.gtin),
          state: 'conflict',
          theirs,
          theirVersion: theirs.version,
        }),
      ),
      ...unknown.map(({ gtin, message }): LeftRow => ({ ...left(gtin), state: 'refused', reason: message })),
    ],
  };
}

async function sendHeader(place: CartPlace, edit: KeptEdit<HeaderEdit>): Promise<Outcome> {
  const { directLinkId, cartKey } = place;
  const filter = place.filter();
  const path = cartPath(directLinkId, cartKey);
  try {
    const cart = await requestJson<Cart>(path, {
      method: 'POST',
      query: { edit: edit.id },
      json: { ...edit.fields, filter },
      ifMatch: edit.version ?? undefined,
    });
    showCart(directLinkId, filter, cart);
    return madeOf(cart);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    const cart = await requestJson<Cart>(path, { query: queryOf(filter) });
    showCart(directLinkId, filter, cart);
    return headerConflict(edit, cart);
  }
}

async function sendStep(place: CartPlace, edit: KeptEdit<StepEdit>): Promise<Outcome> {
  const { directLinkId, cartKey } = place;
  const shown = place.filter();
  const filter = edit.kind === 'undo' || edit.kind === 'redo' ? shown : edit.filter;
  const cart = await requestJson<Cart>(`${cartPath(directLinkId, cartKey)}/${edit.kind}`, {
    method: 'POST',
    query: { edit: edit.id },
    json: filter,
  });
  showCart(directLinkId, filter, cart);
  return madeOf(cart);
}

/** Only what both have changed is to be decided; otherwise the edit is made on top of theirs. */
function headerConflict(edit: HeaderEdit, cart: Cart): Outcome {
  const theirs = headerOf(cart);
  const names = Object.keys(edit.fields) as (keyof HeaderFields)[];
  const both = names.filter(
    (name) => theirs[name] !== edit.before[name] && theirs[name] !== edit.fields[name],
  );
  if (both.length === 0) return { made: false, becomes: 'again', version: cart.headerVersion };
  const values = Object.fromEntries(both.map((name) => [name, theirs[name]])) as Partial<HeaderFields>;
  return {
    made: false,
    becomes: { state: 'conflict', theirs: values, theirVersion: cart.headerVersion },
  };
}

export function headerOf(cart: Pick<Cart, keyof HeaderFields>): HeaderFields {
  const { visible, quantityMultiplier, deliveryDate, wholesaler, deliveryType, signatureName, signature } =
    cart;
  return { visible, quantityMultiplier, deliveryDate, wholesaler, deliveryType, signatureName, signature };
}

function madeOf(cart: Cart): Outcome {
  const versions = new Map([...cart.rows, ...cart.hidden].map(({ gtin, version }) => [gtin, version]));
  return {
    made: true,
    rowVersion: (gtin) => versions.get(gtin) ?? 0,
    headerVersion: cart.headerVersion,
  };
}

function outcomeOf(error: unknown): Outcome {
  // An answer that broke off.
  if (!(error instanceof ApiFailure)) return { made: false, becomes: 'later', error };
  const { status, message, innerMessage } = error;
  if (status === 401) return { made: false, becomes: 'stop' };
  if (status === 0 || status === 429 || status >= 500) return { made: false, becomes: 'later', error };
  return { made: false, becomes: { state: 'refused', reason: message || innerMessage || String(status) } };
}

function isOutdated(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.status === 412;
}

function theirRow({ issues }: ApiFailure): CartRowState | undefined {
  return (issues as { theirs?: CartRowState }[] | undefined)?.[0]?.theirs;
}

function queryOf(filter: CartFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [group, values] of Object.entries(filter)) {
    for (const value of values) query.append(group, value);
  }
  return query;
}
