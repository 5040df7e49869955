import { daysBetween } from '#shared/calendar.ts';
import { zurichDay } from '#shared/zurich.ts';

const locale = 'de-CH';
const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const sizes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const packsPerMonth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const partsOfPacks = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
const shares = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const dates = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/Zurich',
});

const datesAndTimes = new Intl.DateTimeFormat(locale, {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Zurich',
});
const noValue = '–';

/** CHF, two decimals, without the currency: 1’234.50. */
export function formatAmount(value: number | null | undefined): string {
  return value == null ? noValue : amounts.format(value);
}

/** CHF rounded, without the currency: 599k, 3.6M; below 10’000 whole francs. */
export function formatRounded(value: number): string {
  const size = Math.abs(value);
  if (size >= 999_500) return `${sizes.format(value / 1e6)}M`;
  return size >= 10_000 ? `${counts.format(value / 1e3)}k` : counts.format(value);
}

/** Packs and counts, no decimals: 26’842. */
export function formatCount(value: number | null | undefined): string {
  return value == null ? noValue : counts.format(value);
}

/** Packs, possibly fractional: 12, 8.33. */
export function formatPacks(value: number): string {
  return partsOfPacks.format(value);
}

/** Packs per month, one decimal: 2.5. */
export function formatPacksPerMonth(value: number | null | undefined): string {
  return value == null ? noValue : packsPerMonth.format(value);
}

/** A rounded percentage (36%); null (division by zero) is a dash. */
export function formatPercent(value: number | null | undefined): string {
  return value == null ? noValue : `${counts.format(value)}%`;
}

/** A percentage with one decimal: 219.2%. */
export function formatShare(value: number | null | undefined): string {
  return value == null ? noValue : `${shares.format(value)}%`;
}

/** A change with its sign, its size as `format` writes it: +1’234.50, −3; no sign for zero. */
export function formatSigned(value: number | null, format: (size: number) => string): string {
  if (value === null) return noValue;
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return sign + format(Math.abs(value));
}

/** An address of the customers' file in the order of a letter: Hauptstrasse 1, 8180 Bülach, Schweiz. */
export function formatPostalAddress(address: string): string {
  return address.replace(/, (\d{4,5}), /, ', $1 ');
}

/** Bytes as megabytes or kilobytes: 9.4 MB. */
export function formatFileSize(bytes: number): string {
  return bytes >= 1e6 ? `${sizes.format(bytes / 1e6)} MB` : `${counts.format(Math.max(1, bytes / 1e3))} kB`;
}

/** An ISO instant or calendar date as DD.MM.YYYY in Swiss time. */
export function formatDate(iso: string | null | undefined): string {
  if (!iso) return noValue;
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return noValue;
  return dates.format(instant);
}

/** An ISO instant as DD.MM.YYYY, HH:MM in Swiss time. */
export function formatDateAndTime(iso: string): string {
  return datesAndTimes.format(new Date(iso));
}

export interface TimeRange {
  timeMonthFrom: number | null;
  timeYearFrom: number | null;
  timeMonthTo: number | null;
  timeYearTo: number | null;
  timeInformation?: string | null;
}

/** "01.2025 – 12.2025"; the free text of old statistics where months are missing; '' without either. */
export function formatTimeRange(range: TimeRange): string {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = range;
  if (timeMonthFrom && timeYearFrom && timeMonthTo && timeYearTo) {
    return `${formatMonth(timeMonthFrom, timeYearFrom)} – ${formatMonth(timeMonthTo, timeYearTo)}`;
  }
  return range.timeInformation ?? '';
}

export function isSamePeriod(one: TimeRange, other: TimeRange): boolean {
  return (
    one.timeMonthFrom === other.timeMonthFrom &&
    one.timeYearFrom === other.timeYearFrom &&
    one.timeMonthTo === other.timeMonthTo &&
    one.timeYearTo === other.timeYearTo
  );
}

/** A month, 1 to 12, of a year as MM.YYYY. */
export function formatMonth(month: number, year: number): string {
  return `${String(month).padStart(2, '0')}.${year}`;
}

/** Caches `answer` by key: rows of a long list repeat values. */
export function remembered<Key extends string | number>(answer: (key: Key) => string): (key: Key) => string {
  const known = new Map<Key, string>();
  return (key) => {
    const text = known.get(key) ?? answer(key);
    known.set(key, text);
    return text;
  };
}

/** Today, YYYY-MM-DD: in Switzerland, or in UTC, on which default days are based. */
export function todayIn(zone: 'Europe/Zurich' | 'UTC', now: Date = new Date()): string {
  return zone === 'UTC' ? now.toISOString().slice(0, 10) : zurichDay(now);
}

/** Whole days from a calendar date (YYYY-MM-DD), or from that of an instant in Switzerland, to `today` there. */
export function daysSince(date: string, today: string = todayIn('Europe/Zurich')): number {
  const day = date.includes('T') ? todayIn('Europe/Zurich', new Date(date)) : date;
  return daysBetween(day, today);
}
