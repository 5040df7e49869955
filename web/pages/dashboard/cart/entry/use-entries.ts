import { useState } from 'react';
import type { Cart, CartRow } from '#server/answers/cart.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { cartQuery } from '../cart-queries.ts';
import { type RowsEdit, rowsEdits } from '../edits/edit.ts';
import type { EditQueue } from '../edits/edit-queue.ts';
import type { ShownCart } from '../edits/shown-cart.ts';
import { mostPacks, selectedOfPacks } from '../quantity.ts';
import { type Code, type ListLine, readCode, readList } from './codes.ts';

export interface EntryReport {
  /** Lines whose packs were taken over. */
  taken: number;
  /** The others as they came, and why they don't fit. */
  unfit: readonly { text: string; reason: 'columns' | 'code' | 'packs' | 'unknown' | 'tooMany' }[];
}

const nothing: EntryReport = { taken: 0, unfit: [] };

/** Packs of products that are named by codes: scanned one by one, or as a list. */
export function useEntries(directLinkId: string, cart: ShownCart | undefined, queue: EditQueue | null) {
  const [report, setReport] = useState<EntryReport>(nothing);

  /** `add`: to the packs that are selected already. */
  async function enter(lines: readonly ListLine[], add: boolean): Promise<void> {
    if (!cart || !queue) return;
    const known = await rowsByCode(directLinkId, cart);
    const wanted = new Map<string, { row: CartRow | undefined; packs: number; texts: string[] }>();
    const unfit: EntryReport['unfit'][number][] = [];
    for (const line of lines) {
      if ('unfit' in line) {
        unfit.push({ text: line.text, reason: line.unfit });
        continue;
      }
      const row = known(line.code);
      const gtin = row?.gtin ?? ('gtin' in line.code ? line.code.gtin : null);
      if (gtin === null) {
        unfit.push({ text: line.text, reason: 'unknown' });
        continue;
      }
      const entry = wanted.get(gtin) ?? { row, packs: add ? (row?.packs ?? 0) : 0, texts: [] };
      entry.packs += line.packs;
      entry.texts.push(line.text);
      wanted.set(gtin, entry);
    }
    const rows: RowsEdit['rows'][number][] = [];
    for (const [gtin, { row, packs, texts }] of wanted) {
      if (packs > mostPacks) {
        unfit.push(...texts.map((text) => ({ text, reason: 'tooMany' as const })));
        continue;
      }
      rows.push({
        gtin,
        name: row?.productDescription ?? gtin,
        selected: selectedOfPacks(packs, cart.multiplierExact),
        version: row?.version ?? 0,
      });
    }
    const multiplier = cart.multiplierExact;
    // A scan takes the place of the one before while it waits; a list is one change.
    if (add) queue.add(rows.map((row) => ({ kind: 'row', ...row, multiplier })));
    else queue.add(rowsEdits(rows, multiplier));
    setReport((before) => ({
      taken: rows.length,
      // What was scanned before and fits nowhere stays listed until somebody has seen it.
      unfit: add ? [...before.unfit, ...unfit] : unfit,
    }));
  }

  return {
    report,
    clear: () => setReport(nothing),
    enterList: (text: string) => enter(readList(text), false),
    scan(digits: string) {
      const code = readCode(digits);
      return enter([code ? { text: digits, code, packs: 1 } : { text: digits, unfit: 'code' }], true);
    },
  };
}

/** Finds rows by code, also those that the filter leaves out. */
async function rowsByCode(
  directLinkId: string,
  cart: ShownCart,
): Promise<(code: Code) => CartRow | undefined> {
  const whole = await wholeCart(directLinkId, cart.cartKey);
  const rows = [...(whole?.rows ?? []), ...(whole?.hidden ?? []), ...cart.rows, ...cart.hidden];
  // The page's own rows come last: they have the quantities that are not saved yet.
  const byGtin = new Map(rows.map((row) => [row.gtin, row]));
  const byPharmacode = new Map(
    [...byGtin.values()].flatMap((row) =>
      row.pharmacode ? [[row.pharmacode.padStart(7, '0'), row]] : [],
    ) as [string, CartRow][],
  );
  return (code) => ('gtin' in code ? byGtin.get(code.gtin) : byPharmacode.get(code.pharmacode));
}

/** Without a connection what the page knows has to do. */
async function wholeCart(directLinkId: string, cartKey: string): Promise<Cart | null> {
  try {
    return await queryClient.fetchQuery({ ...cartQuery(directLinkId, cartKey, {}), retry: false });
  } catch {
    return null;
  }
}
