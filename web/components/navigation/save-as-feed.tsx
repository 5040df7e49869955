import { Classes } from '@blueprintjs/core';
import { Feed as FeedIcon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { FeedView } from '../../api/feeds.ts';
import { feedPath } from './feed-path.ts';
import { Link } from './link.tsx';

interface SaveAsFeedProps {
  view: FeedView;
  /** Of the page's address: what the view's schema knows. */
  parameters: URLSearchParams;
}

/** Leads to where the filter of a page over the market is saved as a feed. For signed-in users. */
export function SaveAsFeed({ view, parameters }: SaveAsFeedProps) {
  const { t } = useTranslation('market');
  return (
    <Link className={`${Classes.BUTTON} ${Classes.MINIMAL}`} to={feedPath(view, parameters)}>
      <FeedIcon />
      <span>{t('saveAsFeed')}</span>
    </Link>
  );
}
