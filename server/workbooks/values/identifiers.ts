import { gs1Gtin } from '#shared/gs1.ts';
import { withoutInvisible } from '#shared/plain-text.ts';

/** Kinds of content of an identifier cell. */
export const NONE = 0;
export const GTIN = 1;
export const PHARMACODE = 2;
/** Scientific notation with lost digits. */
export const DIGITS_LOST = 3;
/** 13 or 14 digits with a wrong check digit. */
export const CHECK_DIGIT = 4;
export const UNREADABLE = 5;
/** GTIN-14 of a case (indicator 1 to 8): the packs in it are unknown. */
export const CASE = 6;
export type IdentifierShape = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type Identified = { shape: IdentifierShape; digits: string };

const GTIN_DIGITS = 13;
const PHARMACODE_DIGITS = 7;
const EAN8_DIGITS = 8;
/** UPC-A; Excel often drops its leading zero. */
const UPC_DIGITS = [11, 12];
/** A GTIN and its application identifier in a GS1 element string. */
const GS1_LEAST = 16;
const ZERO = 0x30;
const DECORATION = /[\s'"’‘‚“”„´`«»]/g;
const LABEL = /^=?(?:gtin|ean|pharmacode|phcode)[-_ ]?(?:13|code)?[:\s]+/i;
const SCIENTIFIC = /^(\d+)(?:[.,](\d*))?e\+?(\d{1,2})$/i;
const WITH_DECIMALS = /^(\d+)[.,](\d+)$/;
const GROUPED = /^\d+(?:[-./_]\d+)+$/;

/** Classifies an identifier cell; afterwards `digits` has the 13 or 7 canonical digits as ASCII. */
export class IdentifierReader {
  shape: IdentifierShape = NONE;
  readonly digits = new Uint8Array(GTIN_DIGITS);
  private readonly isEan: boolean;

  /** `isEan`: the column may also contain EAN-8 and UPC-A of non-medicines. */
  constructor(isEan = false) {
    this.isEan = isEan;
  }

  /** Text as UTF-8 bytes from start to end. */
  read(bytes: Uint8Array, start: number, end: number): IdentifierShape {
    if (end - start !== GTIN_DIGITS || bytes[start] === ZERO) return this.readText(decode(bytes, start, end));
    let sum = 0;
    for (let i = 0; i < GTIN_DIGITS; i++) {
      const digit = bytes[start + i]! - ZERO;
      if (digit < 0 || digit > 9) return this.readText(decode(bytes, start, end));
      this.digits[i] = digit + ZERO;
      sum += i % 2 === 0 ? digit : 3 * digit;
    }
    this.shape = sum % 10 === 0 ? GTIN : CHECK_DIGIT;
    return this.shape;
  }

  readText(text: string): IdentifierShape {
    const { shape, digits } = identify(text, this.isEan);
    for (let i = 0; i < digits.length; i++) this.digits[i] = digits.charCodeAt(i);
    this.shape = shape;
    return shape;
  }
}

/**
 * The canonical digits of a GTIN (13) or Pharmacode (7) in any notation, else ''; with `isEan`, EAN-8 and UPC-A padded
 * with zeros to GTIN-13.
 */
export function identify(text: string, isEan = false): Identified {
  const bare = withoutInvisible(text).replace(LABEL, '').replace(DECORATION, '').replace(/^=/, '');
  if (bare === '') return { shape: NONE, digits: '' };
  const scanned = bare.length < GS1_LEAST ? null : gs1Gtin(bare);
  if (scanned) return classified(scanned);
  if (/^\d+$/.test(bare)) return classified(bare, isEan);
  const scientific = SCIENTIFIC.exec(bare);
  if (scientific) return fromScientific(scientific);
  const decimal = WITH_DECIMALS.exec(bare);
  if (decimal && /^(?:0+|0{3,}\d*|9{3,}\d*)$/.test(decimal[2]!)) {
    return classified(String(Math.round(Number(`${decimal[1]}.${decimal[2]}`))), isEan);
  }
  if (GROUPED.test(bare)) {
    const joined = bare.replace(/\D/g, '');
    if (joined.length >= GTIN_DIGITS) return classified(joined);
  }
  return { shape: UNREADABLE, digits: '' };
}

/** GS1 modulo-10 check over 13 or 14 ASCII digits. */
function hasValidCheckDigit(digits: Uint8Array): boolean {
  let sum = 0;
  const { length } = digits;
  for (let i = 0; i < length; i++) sum += (digits[i]! - ZERO) * ((length - i) % 2 === 1 ? 1 : 3);
  return sum % 10 === 0;
}

function classified(written: string, isEan = false): Identified {
  const significant = written.replace(/^0+/, '');
  if (significant === '') return { shape: NONE, digits: '' };
  if (significant.length <= PHARMACODE_DIGITS) {
    return { shape: PHARMACODE, digits: significant.padStart(PHARMACODE_DIGITS, '0') };
  }
  const isCase = significant.length === GTIN_DIGITS + 1 && significant[0] !== '9';
  if (isCase && hasValidCheckDigit(Buffer.from(significant))) {
    return { shape: CASE, digits: '' };
  }
  const digits = significant.padStart(GTIN_DIGITS, '0');
  const isShort = written.length === EAN8_DIGITS || UPC_DIGITS.includes(written.length);
  if (isEan && isShort && hasValidCheckDigit(Buffer.from(digits))) return { shape: GTIN, digits };
  if (digits.length > GTIN_DIGITS || written.length < GTIN_DIGITS) return { shape: UNREADABLE, digits: '' };
  return hasValidCheckDigit(Buffer.from(digits))
    ? { shape: GTIN, digits }
    : { shape: CHECK_DIGIT, digits: '' };
}

function fromScientific([, whole = '', fraction = '', exponent = '']: RegExpExecArray): Identified {
  const shift = Number(exponent);
  const digits = whole + fraction;
  const length = whole.length + shift;
  if (length > 14) return { shape: UNREADABLE, digits: '' };
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '').length;
  // A writer drops trailing zeros only; one or two are likely, more are lost digits.
  if (significant < length - 2) return { shape: DIGITS_LOST, digits: '' };
  const rounded =
    digits.length > length
      ? String(Math.round(Number(`${digits.slice(0, length)}.${digits.slice(length)}`)))
      : digits;
  return classified(rounded.padEnd(length, '0'));
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** An article's codes as numbers, -1 where missing. */
export class Code {
  /** The first seven digits of the GTIN and the rest. */
  start = -1;
  end = -1;
  pharmacode = -1;

  read(gtin: Uint8Array | undefined, pharmacode: Uint8Array | undefined): void {
    this.start = gtin ? numberOf(gtin, 0, 7) : -1;
    this.end = gtin ? numberOf(gtin, 7, 13) : -1;
    this.pharmacode = pharmacode ? numberOf(pharmacode, 0, 7) : -1;
  }

  copy({ start, end, pharmacode }: Code): void {
    this.start = start;
    this.end = end;
    this.pharmacode = pharmacode;
  }

  /** Its codes without leading zeros. */
  numbers(): string[] {
    return [this.start * 1e6 + this.end, this.pharmacode].filter((code) => code >= 0).map(String);
  }
}

function numberOf(digits: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + digits[at]! - 48;
  return value;
}
