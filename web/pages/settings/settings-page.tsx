import { Card } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '../../api/settings.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { FeedingSetting } from './feeding-setting.tsx';
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
