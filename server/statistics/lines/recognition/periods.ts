import { monthNamed } from '#shared/months.ts';

/** Days of years of 372, twelve months of 31: they only tell what is inside of what. `year` 0: none is named. */
export type Period = { from: number; to: number; year: number };

const MONTH = 31;
const YEAR = 12 * MONTH;

/** What words stand for in a heading of a period: a quarter, half-year, week or month that a number follows or precedes. */
const UNITS: Record<string, string> = Object.fromEntries(
  Object.entries({
    q: 'q t qu quartal quartale quarter trimestre trim trimester',
    h: 'h s hj halbjahr semester semestre half halfyear',
    w: 'w kw cw woche semaine sem settimana sett week',
    m: 'm monat mois mese month',
    '': 'jahr annee anno year fy gj bis to au al a im in en de del du von vom dal from der des',
  }).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit])),
);
const ORDINAL = /^(\d{1,2})(?:er|ere|e|eme|re|ème|st|nd|rd|th|o|a)$/;
const UNIT_WITH_NUMBER = /^(q|t|h|s|hj|w|kw|cw|m)(\d{1,2})$/;

type Token = { sign: string; value: number };

export function isPeriodWord(word: string): boolean {
  return tokensOf(word).some(({ sign }) => sign !== '?');
}

/** The period that these folded words name, and nothing else; undefined where they name none. */
export function periodOf(words: readonly string[]): Period | undefined {
  const tokens = words.flatMap(tokensOf);
  const signs = tokens.map(({ sign }) => sign).join('');
  const numbers = tokens.filter(({ sign }) => sign !== 'Y' && /[A-Zn]/.test(sign)).map(({ value }) => value);
  const [first = 0, second = 0, third = 0] = numbers;
  const year = tokens.find(({ sign }) => sign === 'Y')?.value ?? 0;
  const years = tokens.filter(({ sign }) => sign === 'Y').length;
  const isShortYear = (value: number) => value >= 19 && value <= 39;
  if (signs === 'Y') return span(year, 1, 12);
  if (/^(M|mn|nm)Y?$|^Y(M|mn|nm)$|^nY$|^Yn$/.test(signs)) return span(year, first, first);
  if (/^(Mn|nn)$/.test(signs) && isShortYear(second)) return span(2000 + second, first, first);
  if (/^(M|n)Y(M|n)Y$/.test(signs)) return between(tokens[1]!.value, first, tokens[3]!.value, second);
  if (/^MMY?$|^YMM$/.test(signs)) return between(year, first, year, second);
  if (/^nMY?$/.test(signs)) return day(year, second, first);
  if (/^nn$|^nnY$/.test(signs)) return day(year, second, first);
  if (signs === 'nMn' || signs === 'nnn') return day(2000 + third, second, first);
  if (signs === 'MnY') return day(year, first, second);
  if (signs === 'Ynn') return day(year, first, second);
  if (years > 1) return undefined;
  const [unit] = signs.replace(/[Yn]/g, '').toLowerCase();
  if (!/^(Y?([QHW]|[qhw]n|n[qhw])|([QHW]|[qhw]n|n[qhw])Y)$/.test(signs)) return undefined;
  if (unit === 'q') return span(year, 3 * first - 2, 3 * first);
  if (unit === 'h') return span(year, 6 * first - 5, 6 * first);
  return first >= 1 && first <= 53
    ? { year, from: year * YEAR + 7 * (first - 1), to: year * YEAR + 7 * first - 1 }
    : undefined;
}

/** Whether periods are all within twelve months; one that names no year is of the only year that others name. */
export function isOneYear(columns: readonly { period: Period }[]): boolean {
  const placed = inOrder(columns);
  const last = Math.max(...(placed ?? []).map(({ to }) => to));
  return placed !== undefined && last - placed[0]!.from < YEAR;
}

/** Which of these periods are not inside another one; undefined where they overlap otherwise. */
export function apart<T extends { period: Period }>(columns: readonly T[]): T[] | undefined {
  const outer: (Span & { column: T })[] = [];
  for (const each of inOrder(columns) ?? []) {
    const last = outer.at(-1);
    if (last === undefined || each.from > last.to) outer.push(each);
    else if (each.to > last.to || (each.from === last.from && each.to === last.to)) return undefined;
  }
  return outer.length > 0 ? outer.map(({ column }) => column) : undefined;
}

type Span = { from: number; to: number };

/** The earlier and longer ones first; undefined where it is not known of which year one is. */
function inOrder<T extends { period: Period }>(columns: readonly T[]): (Span & { column: T })[] | undefined {
  const years = new Set(columns.map(({ period }) => period.year));
  const isUndated = years.delete(0);
  if (isUndated && years.size > 1) return undefined;
  const [only = 0] = isUndated ? years : [];
  return columns
    .map((column) => {
      const { from, to, year } = column.period;
      const by = year === 0 ? only * YEAR : 0;
      return { column, from: from + by, to: to + by };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
}

function tokensOf(word: string): Token[] {
  const month = /^\p{L}/u.test(word) ? (monthNamed(word) ?? 0) : 0;
  if (month > 0) return [{ sign: 'M', value: month }];
  const unit = UNITS[word];
  if (unit !== undefined) return unit === '' ? [] : [{ sign: unit, value: 0 }];
  const numbered = UNIT_WITH_NUMBER.exec(word);
  if (numbered) return [{ sign: UNITS[numbered[1]!]!.toUpperCase(), value: Number(numbered[2]) }];
  if (/^20\d{2}$/.test(word)) return [{ sign: 'Y', value: Number(word) }];
  if (/^20\d{4}(\d{2})?$/.test(word)) {
    return [word.slice(0, 4), ...word.slice(4).match(/../g)!].flatMap(tokensOf);
  }
  const ordinal = ORDINAL.exec(word)?.[1] ?? word;
  return [/^\d{1,2}$/.test(ordinal) ? { sign: 'n', value: Number(ordinal) } : { sign: '?', value: 0 }];
}

function span(year: number, from: number, to: number): Period | undefined {
  return between(year, from, year, to);
}

function between(fromYear: number, from: number, toYear: number, to: number): Period | undefined {
  if (from < 1 || to > 12) return undefined;
  const period = {
    year: fromYear,
    from: fromYear * YEAR + (from - 1) * MONTH,
    to: toYear * YEAR + to * MONTH - 1,
  };
  return period.from < period.to ? period : undefined;
}

function day(year: number, month: number, day: number): Period | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const at = year * YEAR + (month - 1) * MONTH + day - 1;
  return { year, from: at, to: at };
}
