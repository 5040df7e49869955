import { withoutInvisible } from '#shared/plain-text.ts';
import { GTIN, identify, NONE, PHARMACODE } from '../../../workbooks/values/identifiers.ts';

/** What Excel leaves in a cell whose formula found nothing. */
const EXCEL_ERROR =
  /^#(N\/A|NV|N\/D|ZAHL!|NUM!|WERT!|VALUE!|VALEUR!|VALORE!|BEZUG!|REF!|RIF!|NAME\??|NOM\??|DIV\/0!|NULL!)$/i;

const TRUE = new Set([
  '1',
  'true',
  'wahr',
  'vrai',
  'vero',
  'ja',
  'oui',
  'si',
  'sì',
  'yes',
  'x',
  'y',
  'j',
  'o',
]);
const FALSE = new Set(['0', 'false', 'falsch', 'faux', 'falso', 'nein', 'non', 'no', 'n']);

/**
 * What most texts have nothing of: other blanks than single spaces, blanks around them, the sign of an error, and what
 * PostgreSQL keeps in no text.
 */
const UNCLEAN = /[^\S ]|[\0\p{Surrogate}]| {2}|^ | $|^#/u;

/** Text without spaces around it, with single ones inside, of whole characters; '' for an error of Excel. */
export function clean(text: string): string {
  const visible = withoutInvisible(text);
  if (!UNCLEAN.test(visible)) return visible;
  const trimmed = visible
    .toWellFormed()
    .replace(/[\s\0]+/gu, ' ')
    .trim();
  return EXCEL_ERROR.test(trimmed) ? '' : trimmed;
}

/**
 * CHF with two decimals; '' for nothing, and for zero, which a look-up in a spreadsheet leaves that found an empty cell; null
 * for what is negative, no number or finer than a centime.
 */
export function toPrice(text: string): string | null {
  if (text === '' || text === '-' || text === '–') return '';
  let plain = text.replace(/^(CHF|Fr\.?|SFr\.?)\s*/i, '').replace(/\s*(CHF|Fr\.?)$/i, '');
  plain = plain.replace(/['’\s]/g, '').replace(/\.[-–—]+$/, '');
  if (/^\d{1,8},\d{1,2}$/.test(plain)) plain = plain.replace(',', '.');
  if (!/^\d{1,8}(\.\d+)?(e-?\d{1,2})?$/i.test(plain)) return null;
  const value = Number(plain);
  if (value === 0) return '';
  const centimes = Math.round(value * 100);
  return centimes > 0 && centimes < 1e10 && Math.abs(value * 100 - centimes) < 1e-4
    ? (centimes / 100).toFixed(2)
    : null;
}

/** true or false in four languages, as digit or as cross; null for anything else. */
export function toFlag(text: string): boolean | null {
  const word = text.toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : null;
}

/** A GTIN as 13 digits however it was written; '' for nothing, null for what is none. */
export function toGtin(text: string): string | null {
  if (text === '') return '';
  const { shape, digits } = identify(text);
  if (shape === NONE) return '';
  return shape === GTIN ? digits : null;
}

/** A Pharmacode as 7 digits, with the zeros that Excel drops; '' for nothing, null for what is none. */
export function toPharmacode(text: string): string | null {
  if (text === '') return '';
  const { shape, digits } = identify(text);
  if (shape === NONE) return '';
  return shape === PHARMACODE ? digits : null;
}
