import { Card } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feedingQuery } from '../../api/feeding-statistic.ts';
import { settingsQuery } from '../../api/settings.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatDate, formatTimeRange } from '../../i18n/formats.ts';
import { SettingItem } from './setting-item.tsx';
import './settings-page.css';

/** What administrators set for the whole portal. */
export function Component() {
  const { t } = useTranslation('settings');
  const settings = useQuery({ ...settingsQuery, refetchOnMount: 'always' });
  return (
    <article className="settings" aria-busy={settings.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      {settings.isError && (
        <FailureNotice intent="warning" error={settings.error} onRetry={settings.refetch} />
      )}
      {settings.isPending && (
        <div className="settings__room bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {settings.data?.map((setting) => (
        <Card key={setting.key} className="settings__card">
          <SettingItem setting={setting} />
        </Card>
      ))}
      <Card className="settings__card">
        <FeedingSetting />
      </Card>
    </article>
  );
}

/** Which statistic stands for the market; it has a page of its own. */
function FeedingSetting() {
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
