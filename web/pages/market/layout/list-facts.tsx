import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Skeleton } from '../../../components/skeleton.tsx';
import { formatDate } from '../../../i18n/formats.ts';
import type { FigureRow } from '../why/ask-market-why.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';

/** Characters that facts have at least. */
const waitingWidths = [16, 12, 24];

/** What stands below a list's title, from its totals, which say so many things; grey bars until they are known. */
export function listFacts(
  t: TFunction<'market'>,
  title: string,
  counted: string,
  sums: FigureRow | undefined,
  length: number,
): ReactNode[] {
  if (!sums) {
    return waitingWidths.slice(0, length).map((width) => (
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
  return [
    t('asOf', { date: formatDate(sums.stockOutDate as string) }),
    asked(counted, t('products', { count: sums[counted] as number })),
    ...(available === undefined ? [] : [asked('available', t('available', { count: available }))]),
  ];
}
