import { ArrowLeft } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches, useParams } from 'react-router';
import { isNotFound } from '../../../api/client.ts';
import { isStopped } from '../../../api/combined.ts';
import { countOpening } from '../../../api/statistics.ts';
import { followedQuery, followMilliseconds } from '../../../api/views.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import {
  isNoReferenceData,
  NoReferenceDataPage,
  untilPublished,
} from '../../../components/feedback/no-reference-data.tsx';
import { NotFound } from '../../../components/feedback/page-message.tsx';
import { useLiteLayout } from '../../../components/hooks/use-lite-layout.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog, LazyPart } from '../../../components/loading/lazy-part.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { PageStrip } from '../../../components/navigation/page-strip.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { usePageLabel, usePages } from '../../../components/navigation/use-pages.ts';
import { openedPage, type Page } from '../../../page.ts';
import { type DashboardPart, dashboardPart } from '../../../page-list.ts';
import { useCompared } from '../compare/use-compared.ts';
import { type AskWhy, AskWhyContext, type WhyQuestion } from '../explain/why-button.tsx';
import { OpenedMembers } from './combined-members.tsx';
import { StatisticHead } from './statistic-head.tsx';
import './layout.css';

/** Pages that stand alone in the first row; all others are in a section. */
const alone: readonly DashboardPart[] = ['', 'cart', 'excel'];

/** The pages of a section in the order of its row; those that none names come last in the assortment. */
const sections: Record<'offer' | 'assortment', readonly DashboardPart[]> = {
  offer: ['potential', 'duplicate_products', 'not_deliverable', 'what-if', 'pack'],
  assortment: ['products', 'molecules', 'atc', 'top_manufacturers'],
};
type Section = keyof typeof sections;

const firstRow: readonly (DashboardPart | Section)[] = ['', 'offer', 'assortment', 'cart', 'excel'];

interface Entry {
  key: string;
  name: string;
  page: Page;
  /** Whether the page shown is in the section. */
  isOpen: boolean;
}

/** What all pages of one statistic have in common: the way to the others, and that there is such a statistic. */
export function Component() {
  const { directLinkId = '' } = useParams();
  const statistic = useQuery({
    ...followedQuery(directLinkId),
    refetchInterval: (query) => untilPublished(query) || followMilliseconds,
  });
  const [compared] = useCompared();
  const page = openedPage(useMatches().map(({ handle }) => handle));
  useQuery({ ...followedQuery(compared ?? ''), enabled: compared !== null });
  useOpening(directLinkId, Boolean(statistic.data));
  if (isNotFound(statistic.error) || statistic.data === null) return <NotFound />;
  if (isStopped(statistic.error))
    return (
      <>
        <LazyPart>
          <StoppedCombined directLinkId={directLinkId} error={statistic.error} />
        </LazyPart>
        <OpenedMembers directLinkId={directLinkId} />
      </>
    );
  if (isNoReferenceData(statistic.error)) return <NoReferenceDataPage />;
  return (
    <>
      <StatisticHead directLinkId={directLinkId} page={page} />
      <SubNavigation directLinkId={directLinkId} />
      <OpenedMembers directLinkId={directLinkId} />
      <WhyAnswers directLinkId={directLinkId}>
        {/* What somebody has begun on a page is of this statistic, and ends with it. */}
        <Outlet key={directLinkId} />
      </WhyAnswers>
    </>
  );
}

/** After the figures have been asked for, which it must not hold up. */
const COUNTED_AFTER_MILLISECONDS = 500;

/** Counts one opening of the dashboard, however many of its pages are looked at. */
function useOpening(directLinkId: string, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => countOpening(directLinkId), COUNTED_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [directLinkId, isThere]);
}

// Nobody asks before the figures are there: the dialog is no part of the first script.
const WhyDialog = lazyComponent(() => import('../explain/why-dialog.tsx'));

interface Asked {
  question: WhyQuestion;
  label: string;
}

const StoppedCombined = lazyComponent(() => import('./stopped-combined.tsx'));

const dialog = 'why';
const ask: AskWhy = (question, label) => openDialog(dialog, { question, label });

/** Answers what the figures inside are asked. */
function WhyAnswers({ directLinkId, children }: { directLinkId: string; children: ReactNode }) {
  const [asked, close] = useDialog<Asked>(dialog);
  return (
    <AskWhyContext value={ask}>
      {children}
      {asked && (
        <LazyDialog onClose={close}>
          <WhyDialog directLinkId={directLinkId} {...asked} onClose={close} />
        </LazyDialog>
      )}
    </AskWhyContext>
  );
}

/** Ways to the other pages of a dashboard; on small screens and in the lite layout only the one to the overview. */
function SubNavigation({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation('dashboard');
  const pages = usePages()('dashboard');
  const nameOf = usePageLabel();
  const { pathname } = useLocation();
  const lite = useLiteLayout();
  const pathOf = useDashboardPath(directLinkId);
  const current = pathname.replace(/\/$/, '').split('/')[3] ?? '';
  const currentPage = pages.find((page) => dashboardPart(page) === current);
  const section = currentPage && sectionOf(currentPage);
  const isCurrent = (page: Page) => page === currentPage;
  const to = (page: Page) => pathOf(dashboardPart(page));

  const entries = firstRow.flatMap((part): Entry[] => {
    if (part === 'offer' || part === 'assortment') {
      const [first] = pagesIn(pages, part);
      return first ? [{ key: part, name: t(`sections.${part}`), page: first, isOpen: section === part }] : [];
    }
    const page = pages.find((each) => dashboardPart(each) === part);
    if (!page) return [];
    return [{ key: part, name: part === 'excel' ? t('sections.export') : nameOf(page), page, isOpen: false }];
  });
  return (
    <nav
      className="sub-navigation"
      aria-label={t('pages.navigation')}
      data-lite={lite}
      data-overview={current === ''}
    >
      <Link className="sub-navigation__back" to={pathOf('')}>
        <ArrowLeft /> {t('pages.summary')}
      </Link>
      <ul className="plain-list page-strip">
        {entries.map(({ key, name, page, isOpen }) => (
          <li key={key} data-label={name}>
            {isCurrent(page) && !isOpen ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link to={to(page)} aria-current={isOpen ? 'true' : undefined}>
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {section && (
        <div className="sub-navigation__section">
          <PageStrip pages={pagesIn(pages, section)} isCurrent={isCurrent} pathOf={to} />
        </div>
      )}
    </nav>
  );
}

function sectionOf(page: Page): Section | undefined {
  const part = dashboardPart(page);
  if (alone.includes(part)) return undefined;
  return sections.offer.includes(part) ? 'offer' : 'assortment';
}

function pagesIn(pages: readonly Page[], section: Section): readonly Page[] {
  const order = sections[section];
  const place = (page: Page) => {
    const found = order.indexOf(dashboardPart(page));
    return found < 0 ? order.length : found;
  };
  return pages.filter((page) => sectionOf(page) === section).toSorted((a, b) => place(a) - place(b));
}
