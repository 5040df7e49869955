import { useEffect, useEffectEvent, useState } from 'react';
import { parseFraction } from '#shared/cart-quantity.ts';
import type { Cart, CartRow } from '#shared/schemas/cart.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { cartQuery } from '../cart-queries.ts';
import { isUnderWay, type KeptEdit, type RowsEdit, rowOf, rowsEdits } from '../edits/edit.ts';
import type { EditQueue } from '../edits/edit-queue.ts';
import type { ShownCart } from '../edits/shown-cart.ts';
import { mostPacks, packsOfExact, selectedOfPacks } from '../quantity.ts';
import { type Code, isGs1, type ListLine, readCode, readList } from './codes.ts';

export interface EntryReport {
  /** Which one it is: another one for each scan and list. */
  number: number;
  /** GTINs of products whose packs were taken over. */
  taken: readonly string[];
  /** The others as they came, and why they don't fit. */
  unfit: readonly { text: string; reason: 'columns' | 'code' | 'packs' | 'unknown' | 'tooMany' }[];
}

const nothing: EntryReport = { number: 0, taken: [], unfit: [] };

/** Packs of products that are named by codes: scanned one by one, or as a list. `saved` is the cart as the server has it. */
export function useEntries(
  directLinkId: string,
  cart: ShownCart | undefined,
  queue: EditQueue | null,
  saved: () => Cart | undefined,
) {
  const [report, setReport] = useState<EntryReport>(nothing);

  /** `add`: to the packs that are selected already. */
  async function enter(lines: readonly ListLine[], add: boolean): Promise<void> {
    if (!cart || !queue) return;
    const multiplier = cart.multiplierExact;
    const whole = await wholeCart(directLinkId, cart.cartKey);
    // Only now: what was entered meanwhile is added to as well.
    const known = rowsByCode(whole, saved());
    const { edits } = queue.state();
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
      const entry = wanted.get(gtin) ?? { row, packs: add ? packsNow(gtin, row) : 0, texts: [] };
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
        selected: selectedOfPacks(packs, multiplier),
        version: row?.version ?? 0,
      });
    }
    // A scan takes the place of the one before while it waits; a list is one change.
    if (add) queue.add(rows.map((row) => ({ kind: 'row', ...row, multiplier })));
    else queue.add(rowsEdits(rows, multiplier));
    setReport((before) => ({
      number: before.number + 1,
      taken: rows.map(({ gtin }) => gtin),
      // What was scanned before and fits nowhere stays listed until somebody has seen it.
      unfit: add ? [...before.unfit, ...unfit] : unfit,
    }));

    function packsNow(gtin: string, row: CartRow | undefined): number {
      const selected = selectedUnderWay(edits, gtin) ?? row?.selectedExact ?? '0';
      return packsOfExact(selected, parseFraction(multiplier));
    }
  }

  return {
    report,
    clear: () => setReport(({ number }) => ({ ...nothing, number })),
    /** An edit of somebody who has given it up: it was not taken over. */
    leave: (edit: KeptEdit) =>
      setReport((before) => ({ ...before, taken: before.taken.filter((gtin) => !rowOf(edit, gtin)) })),
    unfit: (text: string, reason: EntryReport['unfit'][number]['reason']) =>
      setReport((before) => ({ ...before, unfit: [...before.unfit, { text, reason }] })),
    enterList: (text: string) => enter(readList(text), false),
    scan(digits: string) {
      const code = readCode(digits);
      return enter([code ? { text: digits, code, packs: 1 } : { text: digits, unfit: 'code' }], true);
    },
  };
}

/** What is selected of a product by the last edit of it that is under way. */
function selectedUnderWay(edits: readonly KeptEdit[], gtin: string): string | undefined {
  return edits
    .filter(isUnderWay)
    .flatMap((edit) => rowOf(edit, gtin) ?? [])
    .at(-1)?.selected;
}

/** Finds rows by code, also those that the filter leaves out. The page's own, asked for most often, count before others. */
function rowsByCode(...carts: readonly (Cart | null | undefined)[]): (code: Code) => CartRow | undefined {
  const rows = carts.flatMap((cart) => (cart ? [...cart.rows, ...cart.hidden] : []));
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

/** Milliseconds between two keys of a scanner at most; nobody types that fast. */
const gap = 80;
const shortest = 6;

/**
 * Told of what a keyboard-wedge scanner reads, wherever the focus is: digits, or what a GS1 DataMatrix says, and Enter,
 * quickly.
 */
export function useScanner(isOn: boolean, onScan: (code: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    if (!isOn) return;
    let code = '';
    let last = 0;
    let before: { field: HTMLInputElement; value: string } | null = null;

    function onKeyDown(event: KeyboardEvent) {
      // Where lists are entered, codes are text.
      if (event.target instanceof HTMLTextAreaElement) return;
      const quick = event.timeStamp - last <= gap;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key.length === 1 && !isModified) {
        if (!quick) code = '';
        if (code === '') before = fieldOf(event.target);
        code += event.key;
        last = event.timeStamp;
        return;
      }
      // Capital letters, and what stands between the parts of a GS1 DataMatrix.
      if (quick && (isModified || /^(Shift|Control|Alt|AltGraph)$/.test(event.key))) return;
      if (event.key === 'Enter' && quick && isCode(code)) {
        event.preventDefault();
        event.stopPropagation();
        // What went into a field was not meant for it.
        if (before) enter(before.field, before.value);
        scanned(code);
      }
      code = '';
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOn]);
}

/** The digits behind letters are a batch, and none of a product. */
function isCode(text: string): boolean {
  return /^\d+$/.test(text) ? text.length >= shortest : isGs1(text);
}

function fieldOf(target: EventTarget | null) {
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : null;
}

/** Sets a field as if it had been typed, so that React takes notice. */
function enter(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
