import { Callout, Classes } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { portalQuery } from '../../../api/portal.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { PageHeader } from '../../../components/navigation/page-header.tsx';
import { PageStrip } from '../../../components/navigation/page-strip.tsx';
import { usePageLabel, usePages } from '../../../components/navigation/use-pages.ts';
import type { Page } from '../../../page.ts';
import { pages } from '../../../page-list.ts';
import './layout.css';

/** The pages whose links stand beside the titles of the others. */
const besideTitle: Page[] = pages.filter(({ path }) =>
  ['/stockout-analyser', '/stockout', '/call-list'].includes(path),
);

interface MarketHeaderProps {
  title: string;
  facts?: readonly ReactNode[];
}

/** Names a page about the market, and leads signed-in users to the others. */
export function MarketHeader({ title, facts = [] }: MarketHeaderProps) {
  const { t } = useTranslation('market');
  const { data: user } = useQuery(sessionQuery);
  const { data: portal } = useQuery(portalQuery);
  const { pathname } = useLocation();
  const nameOf = usePageLabel();
  return (
    <>
      <MarketNavigation />
      <div className="market-header">
        <PageHeader title={title} documentTitle={title} facts={facts} />
        {user && (
          <nav className="row row--top market-header__others" aria-label={t('others')}>
            {besideTitle
              .filter(({ path }) => path !== pathname.replace(/\/$/, ''))
              .map((page) => (
                <Link key={page.path} className={`${Classes.BUTTON} ${Classes.OUTLINED}`} to={page.path}>
                  {nameOf(page)}
                </Link>
              ))}
          </nav>
        )}
      </div>
      {portal?.hasStockoutList === false && (
        <Callout className="no-feeding" icon={<InfoSign />} intent="warning" role="status">
          {t('noList')}
        </Callout>
      )}
    </>
  );
}

/** Ways to the lists of stock-outs, for signed-in users; visitors reach them by links. */
function MarketNavigation() {
  const { t } = useTranslation('market');
  const pages = usePages()('market');
  const { pathname } = useLocation();
  if (pages.length === 0) return null;
  return (
    <nav className="market-navigation" aria-label={t('navigation')}>
      <PageStrip
        pages={pages}
        isCurrent={({ path }) => path === pathname.replace(/\/$/, '')}
        pathOf={({ path }) => path}
      />
    </nav>
  );
}
