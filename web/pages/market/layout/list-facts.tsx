import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { formatDate } from '../../../i18n/formats.ts';
import type { FigureRow } from '../why/ask-market-why.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';

/** What stands below a list's title, from its totals; a space keeps its line free until they are known. */
export function listFacts(
  t: TFunction<'market'>,
  title: string,
  counted: string,
  sums: FigureRow | undefined,
): ReactNode[] {
  if (!sums) return [' '];
  const count = (figure: string, text: 'products' | 'available') => (
    <MarketWhyButton key={figure} figure={figure} label={title}>
      {t(text, { count: sums[figure] as number })}
    </MarketWhyButton>
  );
  return [
    t('asOf', { date: formatDate(sums.stockOutDate as string) }),
    count(counted, 'products'),
    ...(sums.available === undefined ? [] : [count('available', 'available')]),
  ];
}
