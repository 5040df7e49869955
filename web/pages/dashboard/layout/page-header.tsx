import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortSummaryQuery } from '../../../api/views.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import './page-header.css';

interface PageHeaderProps {
  directLinkId: string;
  title: string;
  /** Language of the title where it is not the user's. */
  titleLanguage?: 'de';
  /** What stands above the title: the way here. */
  trail?: ReactNode;
  /** What can be chosen for the whole page. */
  children?: ReactNode;
}

/** Names the page, and whose statistic of which months it shows. */
export function PageHeader({ directLinkId, title, titleLanguage, trail, children }: PageHeaderProps) {
  const { t } = useTranslation('dashboard');
  const { data: statistic } = useQuery(shortSummaryQuery(directLinkId));
  const customer = statistic?.customerName;
  const whose = statistic ? (customer ? t('title', { customer }) : t('titleWithoutCustomer')) : undefined;
  const period = statistic ? formatTimeRange(statistic) : undefined;
  useDocumentTitle(whose && `${title} – ${whose}`);
  return (
    <header className="page-header">
      {trail}
      <h1 lang={titleLanguage}>{title}</h1>
      <p className="page-header__facts">
        <span>
          <Skeleton width={24}>{whose}</Skeleton>
        </span>
        {period !== '' && (
          <span>
            <span className="visually-hidden">{t('period')} </span>
            <Skeleton width={16}>{period}</Skeleton>
          </span>
        )}
      </p>
      {children}
    </header>
  );
}
