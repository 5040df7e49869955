import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedingQuery } from '../../../api/feeding-statistic.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { formatTimeRange } from '../../../i18n/formats.ts';
import type { FigureRow } from './ask-market-why.ts';
import { sourceOf } from './source-of.ts';
import { useWhyUnfed } from './use-why-unfed.ts';

interface FeedingSourceProps {
  /** Totals, which tell of the statistic; undefined while they are loading. */
  sums: FigureRow | undefined;
  /** Of the product that the figure is about. */
  gtin: string | undefined;
}

/** Whose packs count, and of which months: only administrators, who choose the statistic, are told its customer. */
export function FeedingSource({ sums, gtin }: FeedingSourceProps) {
  const { t } = useTranslation('marketWhy');
  const { t: market } = useTranslation('market');
  const { data: user } = useQuery(sessionQuery);
  const { data: feeding } = useQuery({ ...feedingQuery, enabled: user?.role === 'Admin' });
  const isFeeding = sums?.feeding !== false;
  const statistic = user?.role === 'Admin' ? feeding?.statistic : undefined;
  const article = gtin === undefined ? '' : `?article=${gtin}`;
  return (
    <>
      <dt>{t('packs')}</dt>
      {isFeeding && <dd>{sourceOf(market, sums)}</dd>}
      {isFeeding && statistic && (
        <dd>
          <Link to={`/dashboard/${statistic.directLinkId}/products${article}`} replace>
            {[statistic.customerName, formatTimeRange(statistic)].filter(Boolean).join(', ')}
          </Link>
        </dd>
      )}
      {!isFeeding && <Unfed />}
    </>
  );
}

function Unfed() {
  return <dd>{useWhyUnfed()}</dd>;
}
