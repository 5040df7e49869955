import type { OrderContent } from '../../answers/order.ts';

const money = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('de-CH');
const few = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 4 });
const instant = new Intl.DateTimeFormat('de-CH', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Zurich',
});

/** CHF with two decimals; – where there is no price. */
export function chf(amount: number | null): string {
  return amount === null ? '–' : money.format(amount);
}

export function count(number: number): string {
  return whole.format(number);
}

/** DD.MM.YYYY of YYYY-MM-DD. */
export function swissDate(iso: string): string {
  return iso.split('-').reverse().join('.');
}

/** DD.MM.YYYY, HH:MM in Switzerland. */
export function swissTime(iso: string): string {
  return instant.format(new Date(iso));
}

/** MM.YYYY – MM.YYYY */
export function period({ timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo }: OrderContent['statistic']) {
  const month = (number: number, year: number) => `${String(number).padStart(2, '0')}.${year}`;
  return `${month(timeMonthFrom, timeYearFrom)} – ${month(timeMonthTo, timeYearTo)}`;
}

/** The multiplier as a number of at most four decimals, and the months that it stands for where these are whole. */
export function multiplierOf({ multiplier, statistic }: Pick<OrderContent, 'multiplier' | 'statistic'>): {
  number: string;
  months: number | null;
} {
  const [above, below = '1'] = multiplier.split('/');
  const number = Number(above) / Number(below);
  const months = (BigInt(above!) * BigInt(statistic.months)) / BigInt(below);
  const isWhole = months * BigInt(below) === BigInt(above!) * BigInt(statistic.months);
  return { number: few.format(number), months: isWhole ? Number(months) : null };
}
