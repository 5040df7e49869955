import { Card, Icon } from '@blueprintjs/core';
import { ArrowRight, Search, TrendingUp } from '@blueprintjs/icons';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { atc, atcTotals } from '#analytics/views/atc.ts';
import { manufacturers, manufacturersTotals } from '#analytics/views/manufacturers.ts';
import { isNotFound } from '../../../api/client.ts';
import { portalQuery } from '../../../api/portal.ts';
import { type RowOf, rowQuery, rowsQuery, type SummaryRow, summaryQuery } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { NotFound, PageMessage } from '../../../components/feedback/page-message.tsx';
import { useProviderCompanies } from '../../../components/hooks/use-provider.ts';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyPart } from '../../../components/loading/lazy-part.tsx';
import { useWholeAnswers } from '../../../components/loading/use-whole-answers.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { useDocumentTitle } from '../../../components/navigation/page-header.tsx';
import { type DashboardPath, useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { usePageLabel, usePages } from '../../../components/navigation/use-pages.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { type DashboardPart, dashboardPart } from '../../../page-list.ts';
import { atcQuestions } from '../atc/atc-questions.ts';
import { TopBars } from '../charts/top-bars.tsx';
import { useCompared } from '../compare/use-compared.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { WhyButton, WhyHint } from '../explain/why-button.tsx';
import { AtcDonut } from './atc-donut.tsx';
import { BestOffers } from './best-offers.tsx';
import { FindingTiles } from './finding-tiles.tsx';
import { KeyFigureBlocks } from './key-figure-blocks.tsx';
import { PortfolioTable } from './portfolio-table.tsx';
import './summary-page.css';

const shown = 5;

const { rows: asked } = listQuestions(
  { list: manufacturers, totals: manufacturersTotals },
  manufacturers.parameters.parse({ sortBy: 'efPreisSum' }),
);

interface TopManufacturersProps {
  /** Sorted by turnover. */
  rows: readonly RowOf<typeof manufacturers>[];
  pathOf: DashboardPath;
}

const questions = atcQuestions('all', 'efPreisSum');
const pharmaArticles = { view: 'summary', figure: 'numberOfPharmaArticles' };

const ComparisonCard = lazyComponent(() => import('../compare/comparison-card.tsx'));

export function Component() {
  const { t } = useTranslation(['dashboard', 'figures']);
  const { directLinkId = '' } = useParams();
  const summary = useQuery(summaryQuery(directLinkId));
  const atcRows = useQuery(rowsQuery(directLinkId, atc, { type: 'all', sortBy: 'efPreisSum' }));
  const manufacturerRows = useQuery(rowsQuery(directLinkId, manufacturers, { sortBy: 'efPreisSum' }));
  const atcSums = useQuery(rowQuery(directLinkId, atcTotals, { type: 'all' }));
  const shown = useWholeAnswers(
    { summary, atc: atcRows, manufacturers: manufacturerRows, atcSums },
    directLinkId,
  );
  const pathOf = useDashboardPath(directLinkId);
  const { data: portal } = useQuery(portalQuery);
  const [compared] = useCompared();
  const small = useSmallScreen();
  const row = shown.summary ?? undefined;
  const customer = row?.customerName;
  const title = row && (customer ? t('title', { customer }) : t('titleWithoutCustomer'));
  useDocumentTitle(title);

  if (isNotFound(summary.error) || summary.data === null) return <NotFound />;
  if (summary.isError) return <FailureNotice error={summary.error} onRetry={summary.refetch} />;
  const provider = portal?.providerName ?? '';
  const isUnknown = row && nothingIsKnown(row);
  // Phones have no other way to these pages: there it stands before what is long.
  const cardsPlace = !small || isUnknown ? 'end' : compared ? 'start' : 'figures';
  const cards = (
    <NavigationCards directLinkId={directLinkId} counts={{ not_deliverable: row?.notDeliverable }} />
  );
  return (
    <article className="summary" aria-busy={summary.isPending}>
      {summary.isPending && (
        <p className="visually-hidden" role="status">
          {t('loading')}
        </p>
      )}
      {!isUnknown && <WhyHint />}
      {!isUnknown && <FindingTiles directLinkId={directLinkId} summary={row} />}
      {cardsPlace === 'start' && <div className="summary__cards">{cards}</div>}
      {isUnknown ? <NothingKnown directLinkId={directLinkId} summary={row} /> : figures()}
      {cardsPlace === 'end' && cards}
    </article>
  );

  /** Says what the chart leaves out of the turnover beside it. */
  function atcNote(): string {
    if (!row || !shown.atcSums) return t('atc.note');
    const without = row.turnoverTotal - shown.atcSums.efPreisSum;
    return without < 0.005
      ? t('atc.note')
      : `${t('atc.note')} ${t('atc.without', { amount: formatAmount(without) })}`;
  }

  function figures() {
    return (
      <>
        {compared && row && (
          <LazyPart placeholder={<div className="summary__comparison bp6-skeleton" aria-hidden="true" />}>
            <ComparisonCard directLinkId={directLinkId} otherId={compared} provider={provider} />
          </LazyPart>
        )}
        <BestOffers directLinkId={directLinkId} provider={provider} />
        <div className="columns summary__grid">
          <div className="stack gap-4">
            <KeyFigureBlocks directLinkId={directLinkId} summary={row} provider={provider} />
            {cardsPlace === 'figures' && cards}
            <Card className="summary__card summary__portfolio">
              <h2>{t('block.portfolio')}</h2>
              <p className="note">
                {t('portfolio.note')}{' '}
                {row ? (
                  <WhyButton question={pharmaArticles} label={t('figures:numberOfPharmaArticles.label')}>
                    {formatCount(row.numberOfPharmaArticles)}
                  </WhyButton>
                ) : (
                  '…'
                )}
              </p>
              <PortfolioTable
                directLinkId={directLinkId}
                summary={row}
                provider={provider}
                deductibleRate={portal?.deductibleRate}
              />
            </Card>
          </div>
          <div className="stack gap-4">
            <ChartCard area="atc" title={t('atc.title')} note={atcNote()} queries={[atcRows, atcSums]}>
              {shown.atc &&
                shown.atcSums &&
                (shown.atcSums.efPreisSum > 0 ? (
                  <AtcDonut
                    rows={shown.atc.map(({ atcCategory, efPreisSum }) => ({
                      atcCategory,
                      value: efPreisSum,
                    }))}
                    total={shown.atcSums.efPreisSum}
                    heading={t('atc.turnover')}
                    unit="CHF"
                    format={formatAmount}
                    to={(letter) => pathOf('molecules', { atc: [letter] })}
                    questions={questions}
                  />
                ) : (
                  <p>{t('noInformation')}</p>
                ))}
            </ChartCard>
            <ChartCard
              area="manufacturers"
              title={t('manufacturers.title')}
              note={t('manufacturers.note')}
              queries={[manufacturerRows]}
            >
              {shown.manufacturers && <TopManufacturers rows={shown.manufacturers} pathOf={pathOf} />}
            </ChartCard>
          </div>
        </div>
      </>
    );
  }
}

interface ChartCardProps {
  area: string;
  title: string;
  note: string;
  /** What the chart shows. */
  queries: readonly UseQueryResult<unknown>[];
  /** Drawn when all of it is there. */
  children: ReactNode;
}

function ChartCard({ area, title, note, queries, children }: ChartCardProps) {
  const failed = queries.find(({ isError }) => isError);
  const isPending = !failed && queries.some((query) => query.isPending);
  return (
    <Card className={`summary__card summary__${area}`}>
      <h2>{title}</h2>
      <p className="note">{note}</p>
      {failed && <FailureNotice error={failed.error} onRetry={failed.refetch} />}
      {isPending && <div className="summary__chart-skeleton bp6-skeleton" aria-hidden="true" />}
      {!isPending && children}
    </Card>
  );
}

/** Whether there is nothing to reckon with: no article was bought, or none is in the catalogue. */
function nothingIsKnown({ numberOfArticles, articlesUnmatched }: SummaryRow): boolean {
  return numberOfArticles === articlesUnmatched;
}

/** What stands in the place of figures that would all be zero. */
function NothingKnown({ directLinkId, summary }: { directLinkId: string; summary: SummaryRow }) {
  const { t } = useTranslation(['dashboard', 'portal']);
  const pathOf = useDashboardPath(directLinkId);
  const { numberOfArticles: count, totalQty } = summary;
  const icon = <Search size={36} />;
  if (count === 0) {
    return (
      <PageMessage
        heading="h2"
        icon={icon}
        title={t('unknown.nothingBought')}
        text={t('unknown.nothingBoughtText')}
      />
    );
  }
  const counts = { count, articles: formatCount(count), packs: t('portal:packs', { count: totalQty }) };
  return (
    <PageMessage
      heading="h2"
      icon={icon}
      title={t('unknown.nothingMatched')}
      text={t('unknown.nothingMatchedText', counts)}
      action={<Link to={pathOf('products')}>{t('unknown.show')}</Link>}
    />
  );
}

interface NavigationCardsProps {
  directLinkId: string;
  /** How many rows a page has, where its card says so. */
  counts: Partial<Record<DashboardPart, number | undefined>>;
}

/** Ways from the summary to the other pages of the same dashboard; on phones, which have no others, to all of them. */
function NavigationCards({ directLinkId, counts }: NavigationCardsProps) {
  const { t } = useTranslation('dashboard');
  const nameOf = usePageLabel();
  const pathOf = useDashboardPath(directLinkId);
  const small = useSmallScreen();
  const pages = usePages()('dashboard').filter((page) => page.icon || (small && dashboardPart(page) !== ''));
  if (pages.length === 0) return null;
  return (
    <nav className="navigation-cards" aria-label={t('pages.label')}>
      {pages.map((page) => {
        const Sign = page.icon ?? TrendingUp;
        const count = counts[dashboardPart(page)];
        return (
          <Link
            key={page.path}
            className="row gap-3 row--tight navigation-cards__card"
            to={pathOf(dashboardPart(page))}
          >
            <Sign size={20} />
            <span>
              {nameOf(page)}
              {count !== undefined && <span className="navigation-cards__count"> {formatCount(count)}</span>}
            </span>
            <Icon className="navigation-cards__arrow" icon={<ArrowRight />} />
          </Link>
        );
      })}
    </nav>
  );
}

/** The five manufacturers with the largest turnover. */
function TopManufacturers({ rows, pathOf }: TopManufacturersProps) {
  const { t } = useTranslation('dashboard');
  const companies = useProviderCompanies();
  const bars = useMemo(
    () =>
      rows.slice(0, shown).map(({ manufacturerName, efPreisSum }) => ({
        id: manufacturerName,
        name: manufacturerName,
        value: efPreisSum,
        figure: formatAmount(efPreisSum),
        to: pathOf('products', { manufacturer: [manufacturerName] }),
        question: { ...asked, figure: 'efPreisSum', row: manufacturerName },
        own: companies.includes(manufacturerName),
      })),
    [rows, pathOf, companies],
  );
  return (
    <TopBars
      bars={bars}
      label={t('manufacturers.title')}
      nameHeading={t('manufacturers.manufacturer')}
      figureHeading={t('manufacturers.turnover')}
    />
  );
}
