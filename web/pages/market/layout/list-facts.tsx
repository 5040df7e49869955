import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { View } from '#analytics/views/view.ts';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { formatDate } from '../../../i18n/formats.ts';
import type { FigureRow } from '../why/ask-market-why.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { sourceOf } from '../why/source-of.ts';

interface ListFactsOptions {
  title: string;
  counted: string;
  /** Whether the page shows what is reckoned with the packs of a statistic. */
  isFed: boolean;
  totals: View;
  /** undefined until they are known. */
  sums: FigureRow | undefined;
}

/** What stands below a list's title, from its totals, which say so many things; grey bars until they are known. */
export function listFacts(
  t: TFunction<'market'>,
  { title, counted, isFed, totals, sums }: ListFactsOptions,
): ReactNode[] {
  if (!sums) {
    const { shape } = totals.row;
    // Characters that the facts have at least.
    const widths = [
      16,
      12,
      ...('available' in shape ? [24] : []),
      ...(isFed && 'feeding' in shape ? [50] : []),
    ];
    return widths.map((width) => (
      <Skeleton key={width} width={width}>
        {undefined}
      </Skeleton>
    ));
  }
  const asked = (figure: string, text: string) => (
    <MarketWhyButton key={figure} figure={figure} label={title}>
      {text}
    </MarketWhyButton>
  );
  const available = sums.available as number | undefined;
  const source = sourceOf(t, sums);
  return [
    ...(sums.stockOutDate === null ? [] : [t('asOf', { date: formatDate(sums.stockOutDate as string) })]),
    asked(counted, t('products', { count: sums[counted] as number })),
    ...(available === undefined ? [] : [asked('available', t('available', { count: available }))]),
    ...(source && isFed ? [source] : []),
  ];
}
