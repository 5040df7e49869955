const money = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 0 });
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

/** A whole number: 12'345. */
export function count(number: number): string {
  return whole.format(number);
}

/** DD.MM.YYYY of YYYY-MM-DD; other text is unchanged. */
export function swissDate(iso: string): string {
  return iso.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1');
}

/** DD.MM.YYYY, HH:MM in Switzerland, of an instant. */
export function swissTime(at: string | Date): string {
  return instant.format(new Date(at));
}

/** The months of a statistic; null where unknown. */
export type Months = {
  timeMonthFrom: number | null;
  timeYearFrom: number | null;
  timeMonthTo: number | null;
  timeYearTo: number | null;
};

/** MM.YYYY – MM.YYYY; null where a month is missing. */
export function swissPeriod({ timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo }: Months): string | null {
  return timeMonthFrom && timeYearFrom && timeMonthTo && timeYearTo
    ? `${month(timeMonthFrom, timeYearFrom)} – ${month(timeMonthTo, timeYearTo)}`
    : null;
}

function month(number: number, year: number): string {
  return `${String(number).padStart(2, '0')}.${year}`;
}
