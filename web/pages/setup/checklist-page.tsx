import { Callout } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../api/session.ts';
import { checklistQuery } from '../../api/setup.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { NotFound } from '../not-found/not-found.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import './checklist-page.css';

/** What is done on a command line beside this page shows here soon. */
const LOOK_AGAIN_MILLISECONDS = 5000;

export function Component() {
  const { data: user } = useQuery(sessionQuery);
  if (!user) return null;
  return user.role === 'Admin' ? <ChecklistPage key={user.id} /> : <NotFound />;
}

function ChecklistPage() {
  const { t } = useTranslation('setup');
  const { data: items = [], ...list } = useQuery({
    ...checklistQuery,
    refetchInterval: LOOK_AGAIN_MILLISECONDS,
    refetchOnMount: 'always',
  });
  const open = items.filter(({ state }) => state === 'open').length;
  useDocumentTitle(t('page.title'));
  return (
    <div className="checklist-page">
      <header>
        <h1>{t('page.title')}</h1>
        <p>{t('page.intro')}</p>
      </header>
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && open > 0 && (
        <p role="status" className="checklist-page__open">
          {t('open', { count: open })}
        </p>
      )}
      {list.isSuccess && open === 0 && (
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
