import { isDay } from '#shared/calendar.ts';
import { monthNamed } from '#shared/months.ts';
import { serialDay } from '../reading/date-styles.ts';

/** Placeholders of programs for an unknown day: their first and last days. */
const NO_DAYS = new Set([
  ...['9999-12-31', '2999-12-31', '2099-12-31', '2079-06-06'],
  ...['0001-01-01', '1753-01-01', '1899-12-30', '1900-01-01', '1970-01-01'],
]);
/** Excel's last day, both from 1900 and from 1904. */
const NO_DAY = '9999-12-31';
const NO_DAY_SERIAL = 2_958_465;
const NO_DAY_SERIAL_1904 = 2_957_003;

/**
 * A day as YYYY-MM-DD: from text in Swiss, French, Italian, English or ISO form, the month as a number or word, or from
 * an Excel serial number; '' for placeholders of an unknown day, null for anything else. `monthFirst`: numeric dates are
 * month/day, as in America.
 */
export function toDate(
  text: string,
  { isNumber = false, date1904 = false, monthFirst = false } = {},
): string | null {
  // A CSV contains serial numbers where the workbook's column had no date format.
  const isDigits = isNumber || /^\d{5}(\.\d+)?$/.test(text);
  const day = (isDigits ? numberedDay(Number(text), date1904) : null) ?? writtenDay(text, monthFirst);
  return day !== null && NO_DAYS.has(day) ? '' : day;
}

function numberedDay(serial: number, date1904: boolean): string | null {
  const isNone = Math.floor(serial) === (date1904 ? NO_DAY_SERIAL_1904 : NO_DAY_SERIAL);
  return isNone ? NO_DAY : serialDay(serial, date1904);
}

function writtenDay(text: string, monthFirst: boolean): string | null {
  const iso =
    /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ].*)?$/.exec(text) ??
    /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return calendarDate(iso[1]!, iso[3]!, iso[4]!);
  const numbers = dayInNumbers(text);
  if (!numbers) return dateInWords(text);
  const { first, second, year } = numbers;
  return monthFirst ? calendarDate(year, first, second) : calendarDate(year, second, first);
}

/** A numeric date in which either number may be the month. */
export type DayInNumbers = { first: string; second: string; year: string; separator: string };

export function dayInNumbers(text: string): DayInNumbers | undefined {
  const found =
    /^(?:\p{L}{2,10}\.?,? )?(\d{1,2})([./-]) ?(\d{1,2})[./-] ?(\d{4}|\d{2})(?:,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?)?$/iu.exec(
      text,
    );
  if (!found) return undefined;
  const [, first, separator, second, year] = found as unknown as string[];
  // The first number of 26-12-18 may be the year.
  if (separator === '-' && year!.length === 2) return undefined;
  return {
    first: first!,
    second: second!,
    separator: separator!,
    year: year!.length === 2 ? `20${year}` : year!,
  };
}

/** Of "29. Mai 2026", "1er juin 2026", "1° sett. 2026", "18-Dec-26" or "December 18, 2026". */
function dateInWords(text: string): string | null {
  const before =
    /^(?:\p{L}{2,10}\.?,? )?(\d{1,2})(?:\.|er|°|º|st|nd|rd|th)?[ -]?(?:de )?(\p{L}{3,10})\.?[ -](\d{4}|\d{2})$/u.exec(
      text,
    );
  const behind =
    before ?? /^(?:\p{L}{2,10}\.?,? )?(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u.exec(text);
  if (!behind) return null;
  const [day, name] = before ? [before[1]!, before[2]!] : [behind[2]!, behind[1]!];
  const year = behind[3]!.length === 2 ? `20${behind[3]}` : behind[3]!;
  const month = monthNamed(name);
  return month === undefined ? null : calendarDate(year, String(month), day);
}

function calendarDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(date) ? date : null;
}
