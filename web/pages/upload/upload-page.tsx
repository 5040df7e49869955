import { Button, Card } from '@blueprintjs/core';
import { ImportIcon, Search, Upload } from '@blueprintjs/icons';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Statistic, statisticListQuery } from '../../api/statistics.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { PageMessage } from '../../components/page-message.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useSettled } from '../../components/use-settled.ts';
import { DirectLinkDialog } from './list/direct-link-dialog.tsx';
import { PastUploads } from './list/past-uploads.tsx';
import { PastUploadsSkeleton } from './list/past-uploads-skeleton.tsx';
import { noFilter, UploadFilter } from './list/upload-filter.tsx';
import { useSessionChoice } from './list/use-session-choice.ts';
import { defaultViewOptions, ViewOptionsButton } from './list/view-options.tsx';
import './upload-page.css';

const UploadDialog = lazy(() => import('./upload-dialog.tsx'));

export function Component() {
  const { t } = useTranslation('upload');
  const queryClient = useQueryClient();
  const view = useSessionChoice('upload.view', defaultViewOptions);
  const filter = useSessionChoice('upload.filter', noFilter);
  const list = useInfiniteQuery(statisticListQuery(useSettled(filter.choice)));
  const [uploading, setUploading] = useState(false);
  const [newId, setNewId] = useState<number | null>(null);
  const [linked, setLinked] = useState<Statistic | null>(null);
  useDocumentTitle(t('title'));

  function showImported(statistic: Statistic) {
    setNewId(statistic.bezugsStatistikID);
    filter.reset();
    queryClient.invalidateQueries({ queryKey: ['statistics'] });
  }

  const statistics = list.data?.pages.flatMap((page) => page.statistics) ?? [];
  return (
    <>
      <header className="upload-page__header">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </div>
        <Button
          intent="primary"
          size="large"
          icon={<Upload />}
          text={t('upload')}
          onClick={() => setUploading(true)}
        />
      </header>
      <Card className="upload-page__list">
        <div className="upload-page__list-header">
          <h2>{t('past.title')}</h2>
          <ViewOptionsButton options={view.choice} onChange={view.choose} />
        </div>
        <UploadFilter
          filter={filter.choice}
          isChanged={filter.isChanged}
          onChange={filter.choose}
          onReset={filter.reset}
        />
        {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
        {list.isPending && <PastUploadsSkeleton />}
        {list.isSuccess && statistics.length === 0 && <NoStatistics filtered={filter.isChanged} />}
        {statistics.length > 0 && (
          <PastUploads statistics={statistics} options={view.choice} newId={newId} onDirectLink={setLinked} />
        )}
        {list.hasNextPage && (
          <div className="upload-page__more">
            <Button
              variant="outlined"
              text={t('past.loadMore')}
              loading={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage()}
            />
          </div>
        )}
      </Card>
      {linked && <DirectLinkDialog statistic={linked} onClose={() => setLinked(null)} />}
      {uploading && (
        <Suspense fallback={null}>
          <UploadDialog onImported={showImported} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  );
}

function NoStatistics({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation('upload');
  return filtered ? (
    <PageMessage
      heading="h3"
      icon={<Search size={40} />}
      title={t('past.noMatchTitle')}
      text={t('past.noMatchText')}
    />
  ) : (
    <PageMessage
      heading="h3"
      icon={<ImportIcon size={40} />}
      title={t('past.emptyTitle')}
      text={t('past.emptyText')}
    />
  );
}
