import { useTranslation } from 'react-i18next';
import type { Page } from '../../page.ts';

/** Names pages in the user's language. */
export function usePageLabel(): (page: Page) => string {
  const { i18n } = useTranslation();
  return ({ label }) => (i18n.t as (key: string) => string)(label);
}
