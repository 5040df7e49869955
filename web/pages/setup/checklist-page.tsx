import { Callout } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { checklistQuery } from '../../api/setup.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import './checklist-page.css';

/** What is done on a command line beside this page shows here soon. */
const LOOK_AGAIN_MILLISECONDS = 5000;

export function Component() {
  const { t } = useTranslation('setup');
  const { data: items = [], ...list } = useQuery({
    ...checklistQuery,
    refetchInterval: LOOK_AGAIN_MILLISECONDS,
    refetchOnMount: 'always',
  });
  const open = items.filter(({ state }) => state === 'open').length;
  const isLate = items.some(({ state }) => state === 'late');
  return (
    <div className="checklist-page">
      <PageHeader title={t('page.title')} documentTitle={t('page.title')} facts={[t('page.intro')]} />
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && open > 0 && (
        <p role="status" className="checklist-page__open">
          {t('open', { count: open })}
        </p>
      )}
      {list.isSuccess && open === 0 && isLate && (
        <p role="status" className="checklist-page__open">
          {t('page.late')}
        </p>
      )}
      {list.isSuccess && open === 0 && !isLate && (
        <Callout role="status" intent="success" icon={<TickCircle />}>
          {t('page.complete')}
        </Callout>
      )}
      <ol className="checklist-page__items">
        {items.map((item) => (
          <li key={item.name}>
            <ChecklistCard item={item} />
          </li>
        ))}
      </ol>
    </div>
  );
}
