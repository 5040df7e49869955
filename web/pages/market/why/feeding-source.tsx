import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedingQuery } from '../../../api/feeding-statistic.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Link } from '../../../components/link.tsx';
import { formatTimeRange } from '../../../i18n/formats.ts';

interface FeedingSourceProps {
  isFeeding: boolean;
  /** Of the product that the figure is about. */
  gtin: string | undefined;
}

/** Whose packs count: only administrators, who choose the statistic, are told its customer. */
export function FeedingSource({ isFeeding, gtin }: FeedingSourceProps) {
  const { t } = useTranslation('marketWhy');
  const { data: user } = useQuery(sessionQuery);
  const { data: feeding } = useQuery({ ...feedingQuery, enabled: user?.role === 'Admin' });
  const statistic = user?.role === 'Admin' ? feeding?.statistic : undefined;
  const article = gtin === undefined ? '' : `?article=${gtin}`;
  return (
    <>
      <dt>{t('packs')}</dt>
      <dd>
        {!isFeeding && t('noFeeding')}
        {isFeeding && !statistic && t('feeding')}
        {isFeeding && statistic && (
          <Link to={`/dashboard/${statistic.directLinkId}/products${article}`} replace>
            {[statistic.customerName, formatTimeRange(statistic)].filter(Boolean).join(', ')}
          </Link>
        )}
      </dd>
    </>
  );
}
