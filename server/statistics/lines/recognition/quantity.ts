import type { Decimal, SkipReason } from '#shared/read-report.ts';

const LARGEST = 1_000_000_000;
const ROUNDING_ERROR = 1e-6;
const ZERO = 0x30;
const MINUS = 0x2d;
const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const GROUPING = /[\s'’‘´`"]/g;

/** Reads packs from a cell; after `read`, either `problem` is set or `value` is a whole number. */
export class QuantityReader {
  value = 0;
  problem: SkipReason | undefined;
  private readonly decimal: Decimal | undefined;

  constructor(decimal?: Decimal) {
    this.decimal = decimal;
  }

  /** Text as UTF-8 bytes; `isNumber` when the sheet stores it as a number, where '.' is always decimal. */
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
    const read = parseQuantity(text, isNumber, this.decimal);
    this.problem = typeof read === 'number' ? undefined : read;
    this.value = typeof read === 'number' ? read : 0;
  }
}

/**
 * A whole number of packs, or why it cannot be read. Negative ones are returns: -3, 3- and (3). `decimal` decides what could
 * be read in two ways.
 */
export function parseQuantity(text: string, isNumber: boolean, decimal?: Decimal): number | SkipReason {
  const trimmed = text.trim();
  if (trimmed === '') return 'quantity_missing';
  if (isNumber && NUMERIC.test(trimmed)) return whole(Number(trimmed));
  let bare = trimmed.replace(/^=/, '').replace(GROUPING, '').replace(/[−–—]/g, '-');
  if (bare === '') return 'quantity_missing';
  // As prices are written: 3.– are three.
  bare = bare.replace(/(?<=\d)[.,]-{1,2}$/, '');
  let sign = 1;
  const signed = /^\((.+)\)$/.exec(bare) ?? /^-(.+)$/.exec(bare) ?? /^(.+)-$/.exec(bare);
  if (signed) {
    sign = -1;
    bare = signed[1]!;
  } else bare = bare.replace(/^\+/, '');
  const value = decimalText(bare, decimal);
  if (typeof value === 'string') return value;
  const result = whole(sign * value);
  return result === 0 ? 0 : result;
}

function decimalText(text: string, decimal: Decimal | undefined): number | SkipReason {
  if (/^\d+(?:[.,]\d*)?e[+-]?\d+$/i.test(text)) return Number(text.replace(',', '.'));
  if (!/^\d+(?:[.,]\d+)*[.,]?$/.test(text)) return 'quantity_unreadable';
  const separators = text.match(/[.,]/g) ?? [];
  if (separators.length === 0) return Number(text);
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const decimals = text.length - last - 1;
  const mixed = new Set(separators).size > 1;
  if (separators.length === 1) {
    // 1.000 may be one or a thousand: only the sender knows.
    const ambiguous = decimals === 3 && last <= 3 && !text.startsWith('0');
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
