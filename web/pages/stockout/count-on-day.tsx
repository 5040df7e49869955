import { stockoutsOfGenerics, stockoutsOfProvider } from '#analytics/views/stockoutstat.ts';
import { MarketWhyButton } from '../market/why/market-why-button.tsx';
import type { Day, SeriesName } from './days.ts';

/** What the counts of a series are asked of. */
export const seriesViews = { PROVIDER: stockoutsOfProvider, GENERICA: stockoutsOfGenerics };

interface CountOnDayProps {
  day: Day;
  series: SeriesName;
  /** What the page calls the series. */
  label: string;
  /** The count as it is written. */
  children: string;
}

/** How many products of a series were not deliverable on a day; pressed, it lists them. */
export function CountOnDay({ day, series, label, children }: CountOnDayProps) {
  return (
    <MarketWhyButton
      view={seriesViews[series]}
      figure="count"
      label={label}
      row={{ date: day.date, count: day[series] }}
    >
      {children}
    </MarketWhyButton>
  );
}
