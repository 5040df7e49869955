import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { auditQuery } from '../../api/audit.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { useSettled } from '../../components/loading/use-settled.ts';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { formatCount } from '../../i18n/formats.ts';
import { useSessionChoice } from '../upload/list/use-session-choice.ts';
import './audit.css';
import { AuditDownloads } from './audit-downloads.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFilter, noFilter } from './audit-filter.tsx';

/** Who changed what when, for every administrative change. */
export function Component() {
  const { t } = useTranslation('audit');
  const filter = useSessionChoice('audit.filter', noFilter);
  const asked = useSettled(filter.choice);
  const list = useInfiniteQuery({ ...auditQuery(asked), refetchOnMount: 'always' });
  const entries = list.data?.pages.flatMap((page) => page.entries);

  function content() {
    if (list.isError && !entries) return <FailureNotice error={list.error} onRetry={list.refetch} />;
    if (!entries) {
      return <div className="audit__room bp6-skeleton" role="status" aria-label={t('loading')} />;
    }
    if (entries.length === 0) {
      return (
        <PageMessage
          heading="h2"
          icon={<History size={36} />}
          title={t(filter.isChanged ? 'noneFits' : 'none')}
          text={filter.isChanged ? undefined : t('noneText')}
        />
      );
    }
    return (
      <>
        <AuditDownloads filter={asked} />
        <AuditEntries entries={entries} isStale={list.isPlaceholderData} />
        {list.isFetchNextPageError && (
          <FailureNotice error={list.error} onRetry={() => list.fetchNextPage()} />
        )}
        <p className="audit__end">
          <span role="status">
            {t('shown', { count: entries.length, entries: formatCount(entries.length) })}
          </span>
          {list.hasNextPage && (
            <Button
              variant="outlined"
              text={t('more')}
              loading={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage()}
            />
          )}
        </p>
      </>
    );
  }

  return (
    <article className="audit" aria-busy={list.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      <AuditFilter
        filter={filter.choice}
        isChanged={filter.isChanged}
        onChange={filter.choose}
        onReset={filter.reset}
      />
      {content()}
    </article>
  );
}
