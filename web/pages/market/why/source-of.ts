import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isYearToDate, writtenMonths } from '#analytics/views/market-totals.ts';
import { feedingQuery } from '../../../api/feeding-statistic.ts';

/** A row of a list of the market, or of its totals. */
export type FigureRow = Readonly<Record<string, unknown>>;

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

/** What has become of the statistic that is to stand for the market, in words; undefined until that is known. */
export function useWhyUnfed(): string | undefined {
  const { t } = useTranslation('market');
  const { data, isError } = useQuery(feedingQuery);
  if (data?.state === 'disabled' || data?.state === 'deleted') return t(`noFeeding.${data.state}`);
  return data?.state === 'none' || isError ? t('noFeeding.text') : undefined;
}
