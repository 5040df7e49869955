import { Button } from '@blueprintjs/core';
import { FilterRemove, Reset } from '@blueprintjs/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../../components/feedback/page-message.tsx';

interface ListStateProps {
  rows: UseQueryResult<{ length: number } | { rowCount: number }>;
  totals: UseQueryResult<unknown>;
  /** Filters or order differ from the start. */
  isChanged: boolean;
  onReset: () => void;
  /** Whether the children have something to show when the list is empty. */
  evenIfEmpty?: boolean;
  /** What an empty list says, where it is not about a statistic. */
  empty?: { title: string; text?: string | undefined };
  children: ReactNode;
}

/** A list, whose length is announced when it changes, or why there is none: a failure, or nothing fits the filters. */
export function ListState({
  rows,
  totals,
  isChanged,
  onReset,
  evenIfEmpty = false,
  empty,
  children,
}: ListStateProps) {
  const { t } = useTranslation(['lists', 'filters']);
  const error = rows.error ?? totals.error;
  if (error) {
    const retry = () => {
      rows.refetch();
      totals.refetch();
    };
    return <FailureNotice error={error} onRetry={retry} />;
  }
  // The answer of before was to a choice.
  const isFiltered = isChanged || rows.isPlaceholderData;
  const count = rows.data && ('rowCount' in rows.data ? rows.data.rowCount : rows.data.length);
  if (evenIfEmpty || count !== 0) {
    return (
      <>
        <p className="visually-hidden" role="status">
          {count && !rows.isPlaceholderData && t('entries', { count })}
        </p>
        {children}
      </>
    );
  }
  return (
    <PageMessage
      heading="h2"
      icon={<FilterRemove size={36} />}
      title={empty?.title ?? t('noInformation')}
      text={empty ? empty.text : isFiltered ? t('empty.filtered') : t('empty.none')}
      action={isChanged && <Button icon={<Reset />} text={t('filters:reset')} onClick={onReset} />}
    />
  );
}
