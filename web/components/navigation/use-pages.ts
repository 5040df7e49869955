import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../api/session.ts';
import { pagesFor } from '../../audience.ts';
import type { Page, PageGroup } from '../../page.ts';
import { useOpenItems } from '../hooks/use-open-items.ts';

/** The pages of a group that the caller is offered now, in the order of the list. */
export function usePages(): (group: PageGroup) => readonly Page[] {
  const { data: user } = useQuery(sessionQuery);
  const isIncomplete = useOpenItems().length > 0;
  return (group) => pagesFor(user, group).filter((page) => isIncomplete || !page.whileIncomplete);
}

/** Names pages in the user's language. */
export function usePageLabel(): (page: Page) => string {
  const { i18n } = useTranslation();
  return ({ label }) => (i18n.t as (key: string) => string)(label);
}
