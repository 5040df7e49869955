import { withoutInvisible } from '#shared/plain-text.ts';
import type { Decimal, SkipReason } from '#shared/read-report.ts';
import { fold } from '../words/fold.ts';
import { words } from '../words/vocabulary.ts';
import { being } from '../words/word-patterns.ts';

/** Upper bound of packs in one line. */
export const LARGEST = 1_000_000_000;
const ROUNDING_ERROR = 1e-6;
const ZERO = 0x30;
const MINUS = 0x2d;
const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const DIGIT = /^\d/;
const GROUPING = /[\s'’‘´`"]/g;

/** A number and its unit: 5 Stk, 3x or 3,000- ST. */
const WITH_UNIT = /^(.*[\d)][.,–—-]*)\s*(\p{L}[\p{L}. ]*(?:\(e?[ns]\)|\/[ei])?|×|€)$/su;

const PACKS = being(words.packUnit);
const HOLDS_PACKS = being(words.holdsPacks);
const NO_PACKS = being(words.notPackUnit);

export type Unit = 'pack' | 'holds packs' | 'no pack';

/** Folds optional endings: boîte(s), scatola/e. */
function foldUnit(text: string): string {
  return fold(text.replace(/(?:\(e?[ns]\)|\/[ei])\s*$/, ''));
}

/** The unit in a cell beside a quantity; undefined where unknown. */
export function unitOf(text: string): Unit | undefined {
  const unit = foldUnit(text);
  if (PACKS.test(unit)) return 'pack';
  // E.g. Karton à 10.
  if (unit.split(/[ \d]+/).some((word) => HOLDS_PACKS.test(word))) return 'holds packs';
  return NO_PACKS.test(unit) ? 'no pack' : undefined;
}

/**
 * Decimal comma: 12,50, 1.234,5 or 1.234,000; with three decimals, which could be thousands, only 0,250 and 1234,000.
 * 1.234.567 may be a code, and 2025.001 a document.
 */
const COMMA = /^[-+]?(?:\d+,(?:\d{1,2}|\d{4,})|0,\d{3}|\d{4,},000|\d{1,3}(?:\.\d{3})+,\d+)$/;
/** Decimal point: 12.50, 1'234.5, 1,234.5, 0.250 or 1234.000. */
const POINT = /^[-+]?(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d{3}|\d{4,}\.000|\d{1,3}(?:[,'’]\d{3})+\.\d+)$/;
/** Ambiguous with a month, week or day: 10.2025, 2025.10, 31.12 or 12.25. */
const DATE =
  /^(?:\d{1,2}\.(?:19|20)\d\d|(?:19|20)\d\d\.\d{1,2}|\d{1,2}\.(?:0?[1-9]|1[0-2])|(?:[1-9]|1[0-2])\.[1-3]\d)$/;

/** The decimal separator of a number that can only be read in one way. */
export function decimalIn(number: string): Decimal | undefined {
  if (COMMA.test(number)) return ',';
  return POINT.test(number) && !DATE.test(number) ? '.' : undefined;
}

/** quantity_unit: the unit is not packs, which may hold for the whole column. */
export type QuantityProblem = SkipReason | 'quantity_unit';

/** Reads packs from a cell; after `read`, either `problem` is set or `value` is a whole number. */
export class QuantityReader {
  value = 0;
  problem: QuantityProblem | undefined;
  /** Decimal separators of unambiguous numbers seen so far. */
  readonly decimals = new Set<Decimal>();
  /** Some numbers were ambiguous. */
  isAmbiguous = false;
  /** Some ambiguous numbers would not be whole packs by `decimal`. */
  isBroken = false;
  private readonly decimal: Decimal | undefined;

  constructor(decimal?: Decimal) {
    this.decimal = decimal;
  }

  /** Text as UTF-8 bytes; `isNumber` when the sheet stores a number, where '.' is always decimal. */
  read(bytes: Uint8Array, start: number, end: number, isNumber: boolean): void {
    this.problem = undefined;
    let at = start;
    const negative = bytes[at] === MINUS;
    if (negative) at++;
    if (end - at > 0 && end - at <= 9) {
      let value = 0;
      for (; at < end; at++) {
        const digit = bytes[at]! - ZERO;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === end) {
        this.value = negative && value > 0 ? -value : value;
        return;
      }
    }
    this.readText(
      Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8'),
      isNumber,
    );
  }

  readText(text: string, isNumber: boolean): void {
    const trimmed = withoutInvisible(text).trim();
    const parts = isNumber && NUMERIC.test(trimmed) ? undefined : partsOf(trimmed);
    if (parts) this.noteDecimal(parts.number);
    const read = parts ? packsOf(trimmed, parts, this.decimal) : whole(Number(trimmed));
    this.problem = typeof read === 'number' ? undefined : read;
    this.value = typeof read === 'number' ? read : 0;
  }

  private noteDecimal(number: string): void {
    const { decimals } = this;
    const last = number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.';
    // Skips what is already known: there may be a million quantities.
    if (decimals.has(last) && this.isAmbiguous) return;
    if (couldBeBoth(number)) {
      this.isAmbiguous = true;
      if (last === this.decimal && !number.endsWith('000')) this.isBroken = true;
    } else if (!decimals.has(last) && decimalIn(number) === last) decimals.add(last);
  }
}

/**
 * A whole number of packs, or why it cannot be read. Negative numbers are returns: -3, 3- and (3). `decimal` decides
 * ambiguous numbers.
 */
export function parseQuantity(text: string, isNumber: boolean, decimal?: Decimal): number | QuantityProblem {
  const trimmed = withoutInvisible(text).trim();
  if (isNumber && NUMERIC.test(trimmed)) return whole(Number(trimmed));
  return packsOf(trimmed, partsOf(trimmed), decimal);
}

function packsOf(
  text: string,
  { number, sign, unit }: Parts,
  decimal: Decimal | undefined,
): number | QuantityProblem {
  // An unclosed quote may belong to a cell that was split.
  if (text.includes('"') && text.split('"').length % 2 === 0) return 'quantity_unreadable';
  if (number === '') return 'quantity_missing';
  if (HOLDS_PACKS.test(unit) || NO_PACKS.test(unit)) return 'quantity_unit';
  if (unit !== '' && !PACKS.test(unit)) return 'quantity_unreadable';
  const value = decimalText(number, decimal);
  if (typeof value === 'string') return value;
  const result = whole(sign * value);
  return result === 0 ? 0 : result;
}

type Parts = { number: string; sign: 1 | -1; unit: string };

/** The number without sign, blanks, quotes and thousands separators, and the folded unit. */
export function partsOf(text: string): Parts {
  const trimmed = withoutInvisible(text).trim();
  const isBare = DIGIT.test(trimmed.at(-1) ?? '');
  const [, counted = trimmed, behind = ''] = (!isBare && WITH_UNIT.exec(trimmed)) || [];
  let number = counted.replace(/^=/, '').replace(GROUPING, '').replace(/[−–—]/g, '-');
  // Prices: 3.– is three.
  number = number.replace(/(?<=\d)[.,]-{1,2}$/, '');
  const unit = behind === '' ? '' : behind === '×' ? 'x' : behind === '€' ? 'eur' : foldUnit(behind);
  if (isBare && number !== '' && DIGIT.test(number[0]!)) return { number, sign: 1, unit };
  const signed = /^\((.+)\)$/.exec(number) ?? /^-(.+)$/.exec(number) ?? /^(.+)-$/.exec(number);
  return signed
    ? { number: signed[1]!, sign: -1, unit }
    : { number: number.replace(/^\+/, ''), sign: 1, unit };
}

/** 1.000 may be one or a thousand. */
function couldBeBoth(text: string): boolean {
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
}

function decimalText(text: string, decimal: Decimal | undefined): number | SkipReason {
  if (/^\d+(?:[.,]\d*)?e[+-]?\d+$/i.test(text)) return Number(text.replace(',', '.'));
  if (!/^\d+(?:[.,]\d+)*[.,]?$/.test(text)) return 'quantity_unreadable';
  const separators = text.match(/[.,]/g) ?? [];
  if (separators.length === 0) return Number(text);
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const mixed = new Set(separators).size > 1;
  if (separators.length === 1) {
    const ambiguous = couldBeBoth(text);
    if (ambiguous && decimal === undefined) return 'quantity_ambiguous';
    if (ambiguous && decimal !== separators[0]) return Number(text.replace(separators[0]!, ''));
    return Number(text.replace(',', '.'));
  }
  const groups = text.split(/[.,]/);
  const decimalPart = mixed ? groups.pop()! : '';
  const lastSeparator = text[last];
  if (mixed && separators.filter((s) => s === lastSeparator).length > 1) return 'quantity_unreadable';
  const grouped = groups[0]!.length <= 3 && groups.slice(1).every((group) => group.length === 3);
  return grouped ? Number(`${groups.join('')}.${decimalPart}`) : 'quantity_unreadable';
}

function whole(value: number): number | SkipReason {
  if (!Number.isFinite(value) || Math.abs(value) > LARGEST) return 'quantity_out_of_range';
  const rounded = Math.round(value);
  if (Math.abs(value - rounded) > ROUNDING_ERROR) return 'quantity_not_whole';
  return rounded === 0 ? 0 : rounded;
}
