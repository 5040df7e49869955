import { isDay } from '#shared/calendar.ts';
import { fold } from '../../../statistics/lines/recognition/headings.ts';
import { GTIN, identify, NONE, PHARMACODE } from '../../../statistics/lines/recognition/identifiers.ts';
import { serialDay } from '../../../workbooks/reading/date-styles.ts';

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
const UNCLEAN = /[^\S ]|[\0\u200b\p{Surrogate}]| {2}|^ | $|^#/u;

/** Text without spaces around it, with single ones inside, of whole characters; '' for an error of Excel. */
export function clean(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  const trimmed = text
    .toWellFormed()
    .replace(/[\s\0\u200b]+/gu, ' ')
    .trim();
  return EXCEL_ERROR.test(trimmed) ? '' : trimmed;
}

/** From January on, folded, in four languages; of a word in short any that begins so. */
const MONTHS = [
  'januar janner janvier gennaio january',
  'februar fevrier febbraio february',
  'marz maerz mrz mars marzo march',
  'april avril aprile',
  'mai maggio may',
  'juni juin giugno june',
  'juli juillet luglio july',
  'august aout agosto',
  'september septembre settembre',
  'oktober octobre ottobre october',
  'november novembre',
  'dezember decembre dicembre december',
].map((names) => names.split(' '));

/** By which programs say that they know no day; Excel counts it so from 1900 and from 1904. */
const NO_DAY = '9999-12-31';
const NO_DAY_SERIAL = 2_958_465;
const NO_DAY_SERIAL_1904 = 2_957_003;

/**
 * A day as YYYY-MM-DD: of text as Swiss, French, Italian or ISO dates are written, with the month as a number or in words,
 * or of a number as Excel counts days; '' for the last day of the year 9999, null for anything else.
 */
export function toDate(text: string, isNumber = false, date1904 = false): string | null {
  // A CSV has the numbers of a workbook's days where nobody gave their column the form of days.
  const isDigits = isNumber || /^\d{5}(\.\d+)?$/.test(text);
  const day = (isDigits ? numberedDay(Number(text), date1904) : null) ?? writtenDay(text);
  return day === NO_DAY ? '' : day;
}

function numberedDay(serial: number, date1904: boolean): string | null {
  const isNone = Math.floor(serial) === (date1904 ? NO_DAY_SERIAL_1904 : NO_DAY_SERIAL);
  return isNone ? NO_DAY : serialDay(serial, date1904);
}

function writtenDay(text: string): string | null {
  const iso = /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ].*)?$/.exec(text);
  if (iso) return calendarDate(iso[1]!, iso[3]!, iso[4]!);
  const swiss =
    /^(?:\p{L}{2,10}\.?,? )?(\d{1,2})[./] ?(\d{1,2})[./] ?(\d{4}|\d{2})(?:,? \d{1,2}:\d{2}(?::\d{2})?)?$/u.exec(
      text,
    );
  if (!swiss) return dateInWords(text);
  const year = swiss[3]!.length === 2 ? `20${swiss[3]}` : swiss[3]!;
  return calendarDate(year, swiss[2]!.padStart(2, '0'), swiss[1]!.padStart(2, '0'));
}

/** Of "29. Mai 2026", "1er juin 2026" or "1° sett. 2026". */
function dateInWords(text: string): string | null {
  const words = /^(?:\p{L}{2,10}\.?,? )?(\d{1,2})(?:\.|er|°|º)? ?(\p{L}{3,10})\.? (\d{4})$/u.exec(text);
  if (!words) return null;
  const word = fold(words[2]!);
  const month = MONTHS.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;
  return calendarDate(words[3]!, String(month).padStart(2, '0'), words[1]!.padStart(2, '0'));
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

function calendarDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month}-${day}`;
  return isDay(date) ? date : null;
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
