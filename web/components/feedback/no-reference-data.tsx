import { Callout } from '@blueprintjs/core';
import { Database } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.ts';
import { portalQuery } from '../../api/portal.ts';
import { sessionQuery } from '../../api/session.ts';
import type { ChecklistItem } from '../../api/setup.ts';
import { Link } from '../navigation/link.tsx';
import { CommandLine } from './command-line.tsx';
import './feedback.css';
import { useDocumentTitle } from '../navigation/page-header.tsx';
import { PageMessage } from './page-message.tsx';

/** How often a page that has nothing to show looks again. */
const LOOK_AGAIN_MILLISECONDS = 10_000;

export function isNoReferenceData(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'no_catalogue';
}

/** For queries: asks again by itself until reference data is published. */
export function untilPublished({ state }: { state: { error: unknown } }): number | false {
  return isNoReferenceData(state.error) && LOOK_AGAIN_MILLISECONDS;
}

/** Whether reference data is published; looks again until it is. Undefined before the first answer. */
export function useHasReferenceData(): boolean | undefined {
  const { data } = useQuery({
    ...portalQuery,
    refetchInterval: ({ state }) => state.data?.hasReferenceData === false && LOOK_AGAIN_MILLISECONDS,
  });
  return data?.hasReferenceData;
}

/** The whole page, where it could show nothing else. */
export function NoReferenceDataPage() {
  const { t } = useTranslation('setup');
  useDocumentTitle(t('noData.title'));
  return <PageMessage icon={<Database size={36} />} title={t('noData.title')} action={<WhatToDo />} />;
}

/** The same within a page. */
export function NoReferenceDataNotice({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('setup');
  return (
    <Callout role="status" intent="primary" icon={<Database />} className={className}>
      <p className="no-reference-data__title">{t('noData.title')}</p>
      <WhatToDo />
    </Callout>
  );
}

/** Administrators get the page and the command, everybody else whom to ask. */
function WhatToDo() {
  const { t } = useTranslation(['setup', 'templateFiles']);
  const { data: user } = useQuery(sessionQuery);
  if (user?.role !== 'Admin') return <p>{t('noData.user')}</p>;
  return (
    <div className="stack no-reference-data">
      <p>{t('noData.admin')}</p>
      <CommandLine text={publishCommand()} />
      <Link to="/admin/template-files">{t('templateFiles:title')}</Link>
      <Link to="/admin/setup">{t('notice.link')}</Link>
    </div>
  );
}

const catalogueFiles = '--products catalogue.csv --portfolio portfolio.csv --exclusive exclusive.csv';
const stockoutFile = '--stockouts stockouts.csv';

/** Publishes what is missing of the reference data; all of it where nothing is. */
export function publishCommand(missing: ChecklistItem['missing'] = []): string {
  const isMissing = (file: 'catalogue' | 'stockouts') => missing.length === 0 || missing.includes(file);
  const files = [isMissing('catalogue') && catalogueFiles, isMissing('stockouts') && stockoutFile];
  return `npm run catalogue -- ${files.filter(Boolean).join(' ')}`;
}
