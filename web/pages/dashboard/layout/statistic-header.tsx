import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortSummaryQuery } from '../../../api/views.ts';
import { PageHeader } from '../../../components/navigation/page-header.tsx';

interface StatisticHeaderProps {
  directLinkId: string;
  title: string;
  /** Shown where it says more than the tab above it; otherwise read aloud only. */
  isTitleShown?: boolean;
  /** What stands above the title: the way here. */
  trail?: ReactNode;
  /** What can be chosen for the whole page. */
  children?: ReactNode;
}

/** Names a page of a dashboard; whose statistic it shows says the head above. */
export function StatisticHeader({ directLinkId, title, ...others }: StatisticHeaderProps) {
  const { t } = useTranslation('dashboard');
  const { data: statistic } = useQuery(shortSummaryQuery(directLinkId));
  const customer = statistic?.customerName;
  const whose = statistic ? (customer ? t('title', { customer }) : t('titleWithoutCustomer')) : undefined;
  return (
    <PageHeader
      isTitleShown={false}
      title={title}
      documentTitle={whose && `${title} – ${whose}`}
      {...others}
    />
  );
}
