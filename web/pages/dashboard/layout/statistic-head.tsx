import { Button, Classes, HTMLSelect } from '@blueprintjs/core';
import { Share, ShoppingCart } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../api/client.ts';
import { headerImageUrl } from '../../../api/header-images.ts';
import { sessionQuery } from '../../../api/session.ts';
import { statisticLinksQuery } from '../../../api/statistics.ts';
import { shortSummaryQuery, summaryQuery } from '../../../api/views.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Skeleton, TextSkeleton } from '../../../components/feedback/skeleton.tsx';
import { usePeriodOfLink } from '../../../components/hooks/use-period-of-link.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatCount, formatDate, formatTimeRange } from '../../../i18n/formats.ts';
import type { Page } from '../../../page.ts';
import { dashboardPart } from '../../../page-list.ts';
import { cartsQuery } from '../cart/cart-queries.ts';
import { useCompared } from '../compare/use-compared.ts';
import { CombinedOf } from './combined-members.tsx';
import './layout.css';
import '../compare/compare.css';

interface StatisticHeadProps {
  directLinkId: string;
  /** The page below it. */
  page: Page | undefined;
}

/**
 * Whose statistic of which months all pages of a dashboard show, and what stands beside it; for who is signed in also the
 * ways to share it and to the cart. On the overview it is the page's title.
 */
export function StatisticHead({ directLinkId, page }: StatisticHeadProps) {
  const { t } = useTranslation('dashboard');
  const { data: user } = useQuery(sessionQuery);
  const isOverview = page !== undefined && dashboardPart(page) === '';
  const short = useQuery({ ...shortSummaryQuery(directLinkId), enabled: !isOverview });
  const whole = useQuery({ ...summaryQuery(directLinkId), enabled: isOverview });
  const summary = isOverview ? (whole.data ?? undefined) : undefined;
  const statistic = summary ?? (isOverview ? undefined : (short.data ?? undefined));
  const customer = statistic?.customerName;
  const title = statistic && (customer ? t('title', { customer }) : t('titleWithoutCustomer'));
  const period = statistic && formatTimeRange(statistic);
  const image = summary && headerImageUrl(summary.headerImage);
  const isCompared =
    isOverview || (page?.list !== undefined && 'comparable' in page.list && page.list.comparable);
  const Title = isOverview ? 'h1' : 'p';
  if (isOverview && whole.isError) return null;
  return (
    <header className="row gap-5 statistic-head">
      <div className="statistic-head__text">
        <Title className="statistic-head__title">{title ?? <TextSkeleton words={6} />}</Title>
        <p className="statistic-head__facts">
          {period !== '' && (
            <span>
              <span className="visually-hidden">{t('period')} </span>
              <Skeleton width={16}>{period}</Skeleton>
            </span>
          )}
          <CombinedOf directLinkId={directLinkId} />
          {isOverview && user && (!summary || summary.customerExternalId) && (
            <span>
              <Skeleton width={24}>{summary && `${t('externalId')} ${summary.customerExternalId}`}</Skeleton>
            </span>
          )}
          {isOverview && (
            <span>
              <Skeleton width={30}>
                {summary && t('prices', { date: formatDate(summary.priceDate) })}
              </Skeleton>
            </span>
          )}
        </p>
      </div>
      {image && <img className="statistic-head__image" src={image} alt="" />}
      <div className="row statistic-head__actions">
        {isCompared && <CompareSwitch directLinkId={directLinkId} />}
        {user && <ShareButton directLinkId={directLinkId} customerName={customer ?? null} />}
        {user && <CartLink directLinkId={directLinkId} />}
      </div>
    </header>
  );
}

const DirectLinkDialog = lazyComponent(() => import('../../../components/dialogs/direct-link-dialog.tsx'));

function ShareButton({ directLinkId, customerName }: { directLinkId: string; customerName: string | null }) {
  const { t } = useTranslation('dashboard');
  const [sharing, close] = useDialog('share');
  return (
    <>
      <Button variant="outlined" icon={<Share />} text={t('share')} onClick={() => openDialog('share')} />
      {sharing !== null && (
        <LazyDialog onClose={close}>
          <DirectLinkDialog directLinkId={directLinkId} customerName={customerName} onClose={close} />
        </LazyDialog>
      )}
    </>
  );
}

function CartLink({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation('cart');
  const pathOf = useDashboardPath(directLinkId);
  const { data: carts } = useQuery(cartsQuery(directLinkId));
  const selected = carts?.find(({ own }) => own)?.selectedRows ?? 0;
  return (
    <Link className={`${Classes.BUTTON} ${Classes.OUTLINED}`} to={pathOf('cart')}>
      <ShoppingCart />
      <span className={Classes.BUTTON_TEXT}>
        {t('title')}
        {selected > 0 && ` (${formatCount(selected)})`}
      </span>
    </Link>
  );
}

interface CompareSwitchProps {
  directLinkId: string;
}

/** Chooses a period of the same customer to set beside this one; nothing where there is none, or no such dashboard. */
function CompareSwitch({ directLinkId }: CompareSwitchProps) {
  const { t } = useTranslation('compare');
  const [compared, choose] = useCompared();
  const { data: links, error, refetch } = useQuery(statisticLinksQuery(directLinkId));
  const isGone = error instanceof ApiFailure && error.status === 404;
  const periodOf = usePeriodOfLink(links);
  const id = useId();
  return (
    <div className="row row--tight compare-switch">
      {!links && error && !isGone && <FailureNotice title={t('with')} error={error} onRetry={refetch} />}
      {links && links.length > 0 && (
        <>
          <label htmlFor={id}>{t('with')}</label>
          <HTMLSelect
            id={id}
            value={compared ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value || null)}
          >
            <option value="">{t('nothing')}</option>
            {links.map((link) => (
              <option key={link.directLinkId} value={link.directLinkId}>
                {periodOf(link)}
              </option>
            ))}
          </HTMLSelect>
        </>
      )}
    </div>
  );
}
