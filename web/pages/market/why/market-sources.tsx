import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/formats.ts';
import type { FigureRow } from './ask-market-why.ts';

interface MarketSourcesProps {
  /** Totals, which tell the days of their data; undefined while they are loading. */
  sums: FigureRow | undefined;
  sql: string;
  /** What else it was made from. */
  children: ReactNode;
}

/** What figures of the market were made from. */
export function MarketSources({ sums, sql, children }: MarketSourcesProps) {
  const { t } = useTranslation(['market', 'why']);
  const dayOf = (day: unknown) => t('market:asOf', { date: formatDate(day as string | undefined) });
  return (
    <>
      <dl className="why-dialog__sources">
        {children}
        {sums?.priceDate !== undefined && (
          <>
            <dt>{t('why:prices')}</dt>
            <dd>{dayOf(sums.priceDate)}</dd>
          </>
        )}
        <dt>{t('why:stockouts')}</dt>
        <dd>{sums?.stockOutDate === null ? t('market:noList') : dayOf(sums?.stockOutDate)}</dd>
      </dl>
      <details className="why-dialog__details">
        <summary>{t('why:details')}</summary>
        <dl className="why-dialog__sources">
          <dt>{t('why:sql')}</dt>
          <dd>sql/{sql}</dd>
        </dl>
      </details>
    </>
  );
}
