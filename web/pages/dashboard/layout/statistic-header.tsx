import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shortSummaryQuery } from '../../../api/views.ts';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { PageHeader } from '../../../components/navigation/page-header.tsx';
import { formatTimeRange } from '../../../i18n/formats.ts';

interface StatisticHeaderProps {
  directLinkId: string;
  title: string;
  /** What stands above the title: the way here. */
  trail?: ReactNode;
  /** What can be chosen for the whole page. */
  children?: ReactNode;
}

/** Names a page of a dashboard, and whose statistic of which months it shows. */
export function StatisticHeader({ directLinkId, title, ...others }: StatisticHeaderProps) {
  const { t } = useTranslation('dashboard');
  const { data: statistic } = useQuery(shortSummaryQuery(directLinkId));
  const customer = statistic?.customerName;
  const whose = statistic ? (customer ? t('title', { customer }) : t('titleWithoutCustomer')) : undefined;
  const period = statistic ? formatTimeRange(statistic) : undefined;
  const facts = [
    <Skeleton key="whose" width={24}>
      {whose}
    </Skeleton>,
  ];
  if (period !== '')
    facts.push(
      <Fragment key="period">
        <span className="visually-hidden">{t('period')} </span>
        <Skeleton width={16}>{period}</Skeleton>
      </Fragment>,
    );
  return (
    <PageHeader title={title} documentTitle={whose && `${title} – ${whose}`} facts={facts} {...others} />
  );
}
