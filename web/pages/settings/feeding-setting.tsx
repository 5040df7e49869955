import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedingQuery } from '../../api/feeding-statistic.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { formatDate, formatTimeRange } from '../../i18n/formats.ts';

/** Which statistic stands for the market; it has a page of its own. */
export function FeedingSetting() {
  const { t } = useTranslation('settings');
  const { t: feeding } = useTranslation('feeding');
  const { data, error, refetch } = useQuery({ ...feedingQuery, refetchOnMount: 'always' });
  const statistic = data?.statistic;
  return (
    <section aria-labelledby="setting-feeding">
      <h2 id="setting-feeding">{t('feeding.name')}</h2>
      <p>{t('feeding.meaning')}</p>
      {error && <FailureNotice intent="warning" error={error} onRetry={refetch} />}
      {data && (
        <p>
          <strong>
            {statistic ? `${statistic.fileName} (${formatTimeRange(statistic)})` : t('feeding.none')}
          </strong>
        </p>
      )}
      {(data?.state === 'disabled' || data?.state === 'deleted') && <p>{feeding(`state.${data.state}`)}</p>}
      <Link to="/admin/stockout-analyser">{t('feeding.page')}</Link>
      {data?.chosenAt && (
        <p className="settings__facts">
          <span>
            {t(data.chosenBy ? 'changedBy' : 'changed', {
              name: data.chosenBy ?? '',
              date: formatDate(data.chosenAt),
            })}
          </span>
        </p>
      )}
    </section>
  );
}
