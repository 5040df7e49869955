import { daysBetween, isDay, wasExpected, weekOf } from '#shared/calendar.ts';
import { sourceWord } from '#shared/source-words.ts';
import { swissDate } from '../../platform/i18n/swiss.ts';
import { lineStyleOf, styleOf } from './styles.ts';
import type { Cell, CellKind, Figure, SheetColumn, WeekCell } from './workbook.ts';
import { xmlText } from './xml.ts';

/** Most characters in a cell of a spreadsheet. */
const MOST_CHARACTERS = 32_767;

/** Day 0 of spreadsheets; their days before March 1900 are off by one and do not occur. */
const DAY_ZERO = '1899-12-30';

/** Writes the cells of one column, and tracks the widest in characters. */
export type CellWriter = {
  /** `reference` is the column's letters; undefined writes no cell. */
  write(value: Cell | Figure | WeekCell | undefined, row: number): string;
  widest(): number;
};

/** `textStyle`: style of texts. */
export function cellWriter(
  { kind, words, expected }: SheetColumn,
  reference: string,
  textStyle: number,
): CellWriter {
  let widest = 0;
  return { write, widest: () => widest };

  function write(given: Cell | Figure | WeekCell | undefined, row: number): string {
    if (typeof given === 'object' && given !== null && 'weekOf' in given) {
      return cell(expected ? weekIn(expected, given.weekOf) : given.weekOf, 'text', textStyle, row);
    }
    if (typeof given === 'object' && given !== null) {
      return cell(given.value, given.kind, lineStyleOf[given.kind], row);
    }
    const value = words && given != null ? (words[String(given)] ?? given) : given;
    if (expected?.past && typeof value === 'string' && value < expected.today && dayOf(value) !== null) {
      return cell(expected.past.day.replace('{}', swissDate(value)), 'text', textStyle, row);
    }
    const word = expected && typeof value === 'string' ? sourceWord(value) : null;
    if (word) return cell(expected!.said[word], 'text', textStyle, row);
    return cell(value, kind, styleOf[kind], row);
  }

  function cell(value: Cell | undefined, kind: CellKind, style: number, row: number): string {
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'number' && kind !== 'text') return numeric(value, kind, style, row);
    const text = String(value);
    const day = kind === 'date' ? dayOf(text) : null;
    if (day !== null) {
      widest = Math.max(widest, DATE_CHARACTERS);
      return `<c r="${reference}${row}" s="${style}"><v>${day}</v></c>`;
    }
    const held = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
    widest = Math.max(widest, longestLine(held));
    const space = /^\s|\s$|\n/.test(held) ? ' xml:space="preserve"' : '';
    return `<c r="${reference}${row}" s="${textStyle}" t="inlineStr"><is><t${space}>${xmlText(held)}</t></is></c>`;
  }

  function numeric(value: number, kind: CellKind, style: number, row: number): string {
    if (!Number.isFinite(value)) return '';
    widest = Math.max(widest, charactersOf(value, kind));
    return `<c r="${reference}${row}" s="${style}"><v>${value}</v></c>`;
  }
}

/** The words of a column of expected deliveries for a day that stands for its week. */
function weekIn(texts: NonNullable<SheetColumn['expected']>, day: string): string {
  const { today, past } = texts;
  const { week, year } = weekOf(day);
  const text = year === weekOf(today).year ? texts.week : texts.weekOfYear;
  const when = text.replace('{week}', String(week)).replace('{year}', String(year));
  return past && wasExpected(day, { week: true, today }) ? past.week.replace('{}', when) : when;
}

/** The serial number of a date; null for anything else, e.g. words and invalid dates. */
export function dayOf(text: string): number | null {
  return isDay(text) && text >= '1901' ? daysBetween(DAY_ZERO, text) : null;
}

const DATE_CHARACTERS = 10;
const decimals: Partial<Record<CellKind, number>> = { packs: 3, chf: 3, factor: 5, percent: 2 };

/** Characters of a number as displayed, with apostrophes and sign. */
function charactersOf(value: number, kind: CellKind): number {
  const size = Math.abs(kind === 'percent' ? value * 100 : value);
  const digits = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  return digits + Math.floor((digits - 1) / 3) + (decimals[kind] ?? 0) + (value < 0 ? 1 : 0);
}

function longestLine(text: string): number {
  return text.includes('\n') ? Math.max(...text.split('\n').map(({ length }) => length)) : text.length;
}
