import { gs1Gtin } from '#shared/gs1.ts';
import { hasCheckDigit, pharmacodePattern, toPharmacode } from '#shared/identifiers.ts';
import { withoutInvisible } from '#shared/plain-text.ts';
import { mostPacks } from '../quantity.ts';

/** What a scanner or a list names a product by. */
export type Code = { gtin: string } | { pharmacode: string };

/** A line of a list: what it asks for, or why that can't be told. */
export type ListLine =
  | { text: string; code: Code; packs: number }
  | { text: string; unfit: 'columns' | 'code' | 'packs' | 'tooMany' };

/** Whether that is what a GS1 DataMatrix says; what follows its GTIN may be letters too. */
export function isGs1(text: string): boolean {
  return packOf(text) !== undefined;
}

/** The GTIN of a pack in a GS1 element string; a case has another one. */
function packOf(text: string): string | undefined {
  return /^0(\d{13})$/.exec(gs1Gtin(text) ?? '')?.[1];
}

/** A GTIN of 13 or 14 digits, also inside of what a GS1 DataMatrix says, or a Pharmacode; null for anything else. */
export function readCode(text: string): Code | null {
  const plain = withoutInvisible(text).replace(/[\s'’]/g, '');
  if (pharmacodePattern.test(plain)) {
    const pharmacode = toPharmacode(plain);
    return pharmacode === null ? null : { pharmacode };
  }
  const gtin = /^0?(\d{13})$/.exec(plain)?.[1] ?? packOf(plain);
  return gtin && hasCheckDigit(gtin) ? { gtin } : null;
}

/** Lines of two columns, code and packs, as a spreadsheet copies them; empty lines are left out. */
export function readList(text: string): ListLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map(readLine);
}

/** Whether a text that is pasted is a list and not one value. */
export function isList(text: string): boolean {
  return /[\t\n\r;]/.test(text.trim());
}

/** Whole packs as spreadsheets write them: 12, 1’200, 12.0, 12,00; or why they are none. 1.000 may be a thousand or one: it is neither. */
export function readPastedPacks(text: string): number | 'packs' | 'tooMany' {
  const plain = withoutInvisible(text)
    .replace(/['’\s]/g, '')
    .replace(/[.,](?!000$)0+$/, '');
  if (!/^\d+$/.test(plain)) return 'packs';
  const packs = Number(plain);
  return packs > mostPacks ? 'tooMany' : packs;
}

function readLine(text: string): ListLine {
  const line = text.trim();
  const cells = (/[\t;]/.test(line) ? line.split(/[\t;]/) : line.split(/\s+(?=\S+$)/))
    .map((cell) => cell.trim())
    .filter(Boolean);
  if (cells.length !== 2) return { text: line, unfit: 'columns' };
  const code = readCode(cells[0]!);
  if (!code) return { text: line, unfit: 'code' };
  const packs = readPastedPacks(cells[1]!);
  return typeof packs === 'string' ? { text: line, unfit: packs } : { text: line, code, packs };
}
