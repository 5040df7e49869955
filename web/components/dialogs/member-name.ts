import { formatTimeRange } from '../../i18n/formats.ts';

interface Member {
  customerName: string | null;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
}

/** A statistic among others: whose, and of when. */
export function memberName({ customerName, ...period }: Member): string {
  return [customerName, formatTimeRange({ ...period, timeInformation: null })].filter(Boolean).join(', ');
}
