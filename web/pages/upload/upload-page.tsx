import { Button, Callout, Card, SegmentedControl } from '@blueprintjs/core';
import { Cross, Edit, ImportIcon, InfoSign, Layers, Search, Trash, Upload } from '@blueprintjs/icons';
import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { STATISTIC_ENDINGS } from '#shared/limits.ts';
import { announceChange } from '../../api/changed-statistics.ts';
import { sessionQuery, type User } from '../../api/session.ts';
import {
  type ListedStatistic,
  type Statistic,
  type StatisticFilter,
  statisticListQuery,
  uploadedCustomersQuery,
} from '../../api/statistics.ts';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { NoReferenceDataNotice, useHasReferenceData } from '../../components/feedback/no-reference-data.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { showFailure, showUndoable } from '../../components/feedback/toasts.ts';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { useDebounced } from '../../components/loading/use-debounced.ts';
import { useDocumentTitle } from '../../components/navigation/page-header.tsx';
import { formatTimeRange } from '../../i18n/formats.ts';
import type { StatisticForm } from './form/statistic-form.ts';
import { takeFiles } from './form/take-files.ts';
import { addToDraft, discardDraft, draftOf, useRestoredDraft } from './form/use-unsent-form.ts';
import { PastUploads } from './list/past-uploads.tsx';
import type { RowAction } from './list/row-menu.tsx';
import { SetupNotice } from './list/setup-notice.tsx';
import { noFilter, UploadFilter } from './list/upload-filter.tsx';
import { UploadedCustomers } from './list/uploaded-customers.tsx';
import { useDroppedFiles } from './list/use-dropped-files.ts';
import { useSessionChoice } from './list/use-session-choice.ts';
import { defaultViewOptions, ViewOptionsButton } from './list/view-options.tsx';
import { RowDialogs } from './manage/row-dialogs.tsx';
import { useRowActions, useRowDialog } from './manage/use-row-actions.ts';
import './upload-page.css';

const UploadDialog = lazyComponent(() => import('./upload-dialog.tsx'));
const CombineDialog = lazyComponent(() => import('./combine/combine-dialog.tsx'));

/** Anew for everyone: another tab may sign somebody else in. */
export function Component() {
  const { data: user } = useQuery(sessionQuery);
  return user ? <UploadPage key={user.id} user={user} /> : null;
}

function UploadPage({ user }: { user: User }) {
  const { t } = useTranslation(['upload', 'manage', 'combined']);
  const [parameters, setParameters] = useSearchParams();
  const view = useSessionChoice('upload.view', defaultViewOptions);
  const askedUser = parameters.get('user')?.slice(0, 255);
  const filter = useSessionChoice(
    'upload.filter',
    noFilter,
    askedUser === undefined ? undefined : { ...noFilter, user: askedUser },
  );
  const [deleted, setDeleted] = useState(false);
  const asked = useDebounced(filter.choice);
  // In the address, as what is looked at is elsewhere.
  const byCustomer = parameters.get('by') === 'customer' && !deleted;
  const list = useInfiniteQuery({ ...statisticListQuery(asked, deleted), enabled: !byCustomer });
  const [uploading, close] = useDialog('upload');
  const [combining] = useDialog('combine');
  const arrange = (by: string) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (by === 'customer') next.set('by', by);
        else next.delete('by');
        return next;
      },
      { replace: true },
    );
  // From now on the filter's fields have it, which can be changed.
  useEffect(() => {
    if (askedUser === undefined) return;
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('user');
        return next;
      },
      { replace: true },
    );
  }, [askedUser, setParameters]);
  const [newId, setNewId] = useState<number | null>(null);
  const statistics = list.data?.pages.flatMap((page) => page.statistics) ?? [];
  const { dialog, open } = useRowDialog(user, statistics);
  const actions = useRowActions();
  // Before anybody fills in the form, which the server would refuse.
  const cannotUpload = useHasReferenceData() === false;
  const isRestored = useRestoredDraft(user, (files) => showFailure(t('draft.lost', { files })));
  const isOver = useDroppedFiles(
    isRestored && uploading === null && !dialog && combining === null && !cannotUpload,
    drop,
  );
  const [, drawDraft] = useState({});
  // It stays behind the dialog, which gives the focus back to the button in it.
  const draft = draftOf(user);
  useDocumentTitle(t('title'));

  async function drop(files: File[]) {
    const { taken, refused } = await takeFiles(files);
    if (refused.length > 0) {
      showFailure(
        refused
          .map(({ name, reason }) =>
            t(`dropped.${reason}`, { file: name, endings: STATISTIC_ENDINGS.join(', ') }),
          )
          .join(' '),
      );
    }
    if (!taken.file && !taken.consentFile) return;
    addToDraft(user, taken);
    openDialog('upload');
  }

  function discard() {
    const bringBack = discardDraft(user);
    drawDraft({});
    showUndoable(t('draft.discarded'), {
      text: t('manage:done.undo'),
      onClick() {
        bringBack();
        drawDraft({});
      },
    });
  }

  function showImported(statistic: Statistic) {
    setNewId(statistic.bezugsStatistikID);
    filter.reset();
    setDeleted(false);
    if (byCustomer) arrange('upload');
    announceChange(statistic.directLinkId);
  }

  function act(action: RowAction, statistic: ListedStatistic) {
    if (action === 'toggle') actions.toggle(statistic);
    else if (action === 'file') actions.file(statistic);
    else if (action === 'consentDownload') actions.consent(statistic);
    else open(action, statistic);
  }

  return (
    <>
      <SetupNotice />
      <header className="row gap-5 row--end row--apart upload-page__header">
        <div>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </div>
        <Button
          intent="primary"
          size="large"
          icon={<Upload />}
          text={t('upload')}
          disabled={cannotUpload}
          onClick={() => openDialog('upload')}
        />
      </header>
      {cannotUpload && <NoReferenceDataNotice />}
      {draft && !cannotUpload && (
        <KeptDraft draft={draft} onContinue={() => openDialog('upload')} onDiscard={discard} />
      )}
      <Card className="upload-page__list" data-over={isOver}>
        {isOver && <p className="upload-page__drop">{t('dropped.here')}</p>}
        <div className="row gap-4 row--apart upload-page__list-header">
          <h2>{t(deleted ? 'manage:deleted.title' : 'past.title')}</h2>
          {!deleted && (
            <SegmentedControl
              aria-label={t('view.label')}
              value={byCustomer ? 'customer' : 'upload'}
              options={[
                { value: 'upload', label: t('view.uploads') },
                { value: 'customer', label: t('view.customers') },
              ]}
              onValueChange={arrange}
            />
          )}
          <div className="row row--top">
            {!deleted && !byCustomer && statistics.length > 1 && (
              <Button
                variant="outlined"
                icon={<Layers />}
                text={t('combined:button')}
                onClick={() => openDialog('combine')}
              />
            )}
            <ViewOptionsButton
              options={view.choice}
              onChange={view.choose}
              byCustomer={byCustomer}
              deleted={deleted}
              onDeletedChange={setDeleted}
            />
          </div>
        </div>
        <UploadFilter
          user={user}
          filter={filter.choice}
          isChanged={filter.isChanged}
          onChange={filter.choose}
          onReset={filter.reset}
        />
        {deleted && (
          <Callout intent="primary" icon={<InfoSign />} className="upload-page__deleted">
            {t('manage:deleted.text')}{' '}
            <Button
              variant="outlined"
              size="small"
              text={t('manage:deleted.back')}
              onClick={() => setDeleted(false)}
            />
          </Callout>
        )}
        {actions.error ? <ActionFailure error={actions.error} onDismiss={actions.dismiss} /> : null}
        {byCustomer && <ByCustomer filter={asked} />}
        {!byCustomer && isWithoutNewest(list) && <FailureNotice error={list.error} onRetry={list.refetch} />}
        {!byCustomer && isAwaited(list, statistics) && <PastUploadsSkeleton />}
        {!byCustomer && list.isSuccess && !list.isPlaceholderData && statistics.length === 0 && (
          <NoStatistics filtered={isFiltered(asked)} deleted={deleted} />
        )}
        {!byCustomer && statistics.length > 0 && (
          <PastUploads
            statistics={statistics}
            options={view.choice}
            newId={newId}
            onAction={act}
            onRestore={deleted ? actions.restore : undefined}
          />
        )}
        {!byCustomer && <More list={list} />}
      </Card>
      <RowDialogs user={user} open={dialog} onDelete={actions.remove} onClose={close} />
      {combining !== null && (
        <LazyDialog onClose={close}>
          <CombineDialog user={user} first={undefined} onClose={close} />
        </LazyDialog>
      )}
      {uploading !== null && isRestored && !cannotUpload && (
        <LazyDialog onClose={close}>
          <UploadDialog user={user} onImported={showImported} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}

/** The customers of the uploads that are looked for. */
function ByCustomer({ filter }: { filter: StatisticFilter }) {
  const { t } = useTranslation('upload');
  const list = useInfiniteQuery(uploadedCustomersQuery(filter));
  const customers = list.data?.pages.flatMap((page) => page.customers) ?? [];
  if (isAwaited(list, customers)) return <PastUploadsSkeleton />;
  const failure = isWithoutNewest(list) && <FailureNotice error={list.error} onRetry={list.refetch} />;
  if (!list.data) return failure;
  if (customers.length === 0 && isFiltered(filter)) return <NoStatistics filtered deleted={false} />;
  return (
    <>
      {failure}
      <p className="note upload-page__note">
        {t('view.customersText')} {customers.some(({ current }) => !current) && t('view.reckoned')}
      </p>
      {customers.length === 0 ? (
        <PageMessage heading="h3" icon={<ImportIcon size={40} />} title={t('view.noCustomers')} />
      ) : (
        <UploadedCustomers customers={customers} />
      )}
      <More list={list} />
    </>
  );
}

function isFiltered(filter: StatisticFilter): boolean {
  return Object.values(filter).some(Boolean);
}

/** That another filter found nothing says nothing of this one. */
function isAwaited({ isPending, isPlaceholderData }: Awaited, found: readonly unknown[]): boolean {
  return isPending || (isPlaceholderData && found.length === 0);
}

type Awaited = Pick<UseInfiniteQueryResult, 'isPending' | 'isPlaceholderData'>;

type Paged = Pick<
  UseInfiniteQueryResult,
  'error' | 'isError' | 'isFetchNextPageError' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

/** Of the next ones, that they did not come stands where they were asked for. */
function isWithoutNewest({ isError, isFetchNextPageError }: Paged): boolean {
  return isError && !isFetchNextPageError;
}

function More({ list }: { list: Paged }) {
  const { t } = useTranslation('upload');
  if (!list.hasNextPage) return null;
  return (
    <>
      {list.isFetchNextPageError && <FailureNotice error={list.error} />}
      <div className="upload-page__more">
        <Button
          variant="outlined"
          text={t('past.loadMore')}
          loading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        />
      </div>
    </>
  );
}

/** Why something of the row menu did not work; it can be closed. */
function ActionFailure({ error, onDismiss }: { error: unknown; onDismiss: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="upload-page__failure failure-in-sight">
      <FailureNotice error={error} />
      <Button variant="minimal" icon={<Cross />} aria-label={t('action.close')} onClick={onDismiss} />
    </div>
  );
}

function NoStatistics({ filtered, deleted }: { filtered: boolean; deleted: boolean }) {
  const { t } = useTranslation(['upload', 'manage']);
  if (deleted && !filtered) {
    return <PageMessage heading="h3" icon={<Trash size={36} />} title={t('manage:deleted.empty')} />;
  }
  return filtered ? (
    <PageMessage
      heading="h3"
      icon={<Search size={36} />}
      title={t('past.noMatchTitle')}
      text={t('past.noMatchText')}
    />
  ) : (
    <PageMessage
      heading="h3"
      icon={<ImportIcon size={36} />}
      title={t('past.emptyTitle')}
      text={t('past.emptyText')}
    />
  );
}

/** Stands for the list while it is loading, in about its size. */
function PastUploadsSkeleton() {
  const { t } = useTranslation('upload');
  return (
    <div role="status" aria-label={t('past.loading')}>
      {[62, 48, 70, 55, 66, 44, 58, 50].map((percent) => (
        <div key={percent} className="past-uploads__skeleton">
          <span className="bp6-skeleton" style={{ width: `${percent}%` }} />
        </div>
      ))}
    </div>
  );
}

interface KeptDraftProps {
  draft: StatisticForm;
  onContinue: () => void;
  onDiscard: () => void;
}

/** Says that there is an upload which was begun and not sent, and what of. */
function KeptDraft({ draft, onContinue, onDiscard }: KeptDraftProps) {
  const { t } = useTranslation('upload');
  const { file, consentFile, customerName } = draft;
  const parts = [file?.name, consentFile?.name, customerName, formatTimeRange(draft), draft.comment];
  return (
    <Callout intent="primary" icon={<Edit />} className="row gap-5 row--apart upload-page__draft">
      <p>
        <strong>{t('draft.title')}</strong> {parts.filter(Boolean).join(' · ')}
      </p>
      <div className="row row--top">
        <Button intent="primary" text={t('draft.continue')} onClick={onContinue} />
        <Button variant="outlined" text={t('draft.discard')} onClick={onDiscard} />
      </div>
    </Callout>
  );
}
