import type { TFunction } from 'i18next';
import { isYearToDate, writtenMonths } from '#analytics/views/market-totals.ts';
import type { FigureRow } from './ask-market-why.ts';

/** Totals tell the months, YYYY-MM, of the statistic that stands for the market, to whoever sees what is reckoned from it. */
function monthsOf(sums: FigureRow | undefined): [from: string, to: string] | undefined {
  const { feedingFrom, feedingTo } = sums ?? {};
  return typeof feedingFrom === 'string' && typeof feedingTo === 'string'
    ? [feedingFrom, feedingTo]
    : undefined;
}

/** What packs and CHF of the market are reckoned from: "hochgerechnet aus 1 Statistik, 01–12.2025"; '' without any. */
export function sourceOf(t: TFunction<'market'>, sums: FigureRow | undefined): string {
  const months = monthsOf(sums);
  if (!months) return '';
  return t(`source.${sums?.feedingOfCustomer ? 'customer' : 'market'}`, { months: writtenMonths(...months) });
}

/** The months of a turnover: YTD where they are the year to date. */
export function periodOf(sums: FigureRow | undefined, today: string): string | undefined {
  const months = monthsOf(sums);
  return months && (isYearToDate(...months, today) ? 'YTD' : writtenMonths(...months));
}
