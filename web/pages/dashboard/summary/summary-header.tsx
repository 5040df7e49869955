import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { formatDate, formatTimeRange } from '../../../i18n/formats.ts';
import { headerImageUrl } from './header-image-url.ts';
import './summary-header.css';

interface SummaryHeaderProps {
  summary: SummaryRow | undefined;
  title: string | undefined;
  signedIn: boolean;
  /** What can be chosen on the page. */
  children: ReactNode;
}

export function SummaryHeader({ summary, title, signedIn, children }: SummaryHeaderProps) {
  const { t } = useTranslation('dashboard');
  const period = summary && formatTimeRange(summary);
  const image = summary && headerImageUrl(summary.headerImage);
  return (
    <header className="summary-header">
      <div className="summary-header__text">
        <h1>
          <Skeleton width={30}>{title}</Skeleton>
        </h1>
        <p className="summary-header__facts">
          {period !== '' && (
            <span>
              <span className="visually-hidden">{t('period')} </span>
              <Skeleton width={16}>{period}</Skeleton>
            </span>
          )}
          {signedIn && (!summary || summary.customerExternalId) && (
            <span>
              <Skeleton width={24}>{summary && `${t('externalId')} ${summary.customerExternalId}`}</Skeleton>
            </span>
          )}
          <span>
            <Skeleton width={30}>{summary && t('prices', { date: formatDate(summary.priceDate) })}</Skeleton>
          </span>
        </p>
        {children}
      </div>
      {image && <img className="summary-header__image" src={image} alt="" />}
    </header>
  );
}
