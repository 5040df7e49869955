import { Button, Card } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portfolioSummary } from '#analytics/views/portfolio-summary.ts';
import { portalQuery } from '../../../api/portal.ts';
import type { RowOf } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useKeptState } from '../../../components/hooks/use-kept-state.ts';
import { onceSomebodyActs } from '../../../components/navigation/kept-place.ts';
import { drawAllRows } from '../../../components/tables/rows-for-readers.ts';
import { formatAmount, formatCount, formatDate } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { orderOf, stockoutsSince } from '../layout/list-settings.tsx';
import { MarketList } from '../layout/market-list.tsx';
import { overviewPage } from '../list-queries.ts';
import { besideQuery } from '../market-page.ts';
import { factsOf } from '../stockout-badges.ts';
import type { StockoutRow } from '../stockout-row.ts';
import { useStockoutColumns } from '../table/use-stockout-columns.tsx';
import { useMarketList } from '../use-market-list.ts';
import { wholeFigures } from '../whole-figures.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { newReplaceable } from './new-replaceable.ts';
import './overview-page.css';

interface NewStockoutsProps {
  /** undefined while they are loading. */
  rows: readonly StockoutRow[] | undefined;
  isStale: boolean;
}

/** Rows in sight before the others are asked for. */
const newAtFirst = 5;

type Row = RowOf<(typeof overviewPage)['list']>;

const orders = overviewPage.choice.schema.shape.sortBy.def.innerType.options;
const ordersWithoutAmounts = orders.filter((order) => order !== 'turnoverPotential');
const columnOrders = { product: 'productName', potential: 'turnoverPotential', manufacturer: 'manufacturer' };
const keyOf = ({ gtin }: Row) => gtin;

/** Stock-outs of other manufacturers: what is new, how many each has, and the products with what could replace them. */
export function Component() {
  const { t } = useTranslation('market');
  const list = useMarketList(overviewPage);
  const { choice, choose, rows, listed, found, sums, seesAmounts } = list;
  const summary = useQuery(besideQuery(portfolioSummary, choice));
  const inSections = list.shown.sortBy === 'manufacturer';
  const isWhole = found !== undefined && found === listed && !rows.isPlaceholderData;
  const jump = useSectionJump(inSections && isWhole);
  const columns = useStockoutColumns<Row>(
    [
      'product',
      ...(inSections ? [] : (['manufacturer'] as const)),
      'duration',
      'alternative',
      ...(seesAmounts ? (['potential'] as const) : []),
    ],
    columnOrders,
  );
  const order = orderOf(list, seesAmounts ? orders : ordersWithoutAmounts);
  // Who does not see potentials gets names.
  if (!seesAmounts && order.current === 'turnoverPotential') order.current = 'productName';
  const section = useMemo(
    () =>
      inSections
        ? {
            of: (row: Row) => row.hersteller1 ?? '',
            idOf: (row: Row) => sectionId(row.hersteller1),
            head: (row: Row) => (
              <>
                {row.hersteller1 ?? t('noManufacturer')}{' '}
                <span className="note market-table__sum">
                  <MarketWhyButton
                    figure="stockOutCount"
                    label={row.hersteller1 ?? t('noManufacturer')}
                    row={row}
                  >
                    {t('products', { count: row.stockOutCount })}
                  </MarketWhyButton>
                </span>
              </>
            ),
          }
        : undefined,
    [inSections, t],
  );

  return (
    <MarketList
      title={t('overview.title')}
      page={overviewPage}
      list={list}
      since={stockoutsSince(t, list)}
      order={order}
      counted="rowCount"
      empty={{
        title: t('empty.title'),
        text: list.isChanged ? t('empty.filtered') : undefined,
      }}
      head={
        <div className="columns overview-head">
          <NewStockouts rows={listed} isStale={rows.isPlaceholderData} />
          <ManufacturerBars
            counts={summary}
            onChoose={(manufacturer) => {
              list.find.setText('');
              if (choice.sortBy !== 'manufacturer') choose({ sortBy: 'manufacturer' });
              jump(manufacturer);
            }}
          />
        </div>
      }
      table={{
        columns,
        rows: found,
        keyOf,
        section,
        factsOf,
        totals: {
          potential: (
            <MarketWhyButton figure="turnoverPotential" label={t('column.potential')}>
              {formatAmount(sums?.turnoverPotential)}
            </MarketWhyButton>
          ),
        },
      }}
    />
  );
}

/** Pixels left above the section. */
const offset = 80;

/** Id of the heading of a manufacturer's rows. */
function sectionId(manufacturer: string | null): string {
  return `manufacturer-${encodeURIComponent(manufacturer ?? '')}`;
}

/**
 * Scrolls to a manufacturer's section and puts the focus there, as soon as the list in sections `isListed` whole. It
 * stays there when what stands above takes another height. All that unless somebody acts before.
 */
function useSectionJump(isListed: boolean): (manufacturer: string | null) => void {
  const [awaited, setAwaited] = useState<{ id: string; over: AbortController }>();
  const last = useRef<AbortController>(null);
  useEffect(() => {
    if (!awaited || !isListed) return;
    const { id, over } = awaited;
    const frame = requestAnimationFrame(() => {
      setAwaited(undefined);
      if (over.signal.aborted) return;
      // It may stand among the rows that are not drawn yet.
      if (!document.getElementById(id)) drawAllRows();
      jumpTo(document.getElementById(id), over.signal);
    });
    return () => cancelAnimationFrame(frame);
  }, [awaited, isListed]);
  useEffect(() => () => last.current?.abort(), []);
  return useCallback((manufacturer) => {
    last.current?.abort();
    const over = new AbortController();
    last.current = over;
    onceSomebodyActs(() => over.abort(), over.signal);
    setAwaited({ id: sectionId(manufacturer), over });
  }, []);
}

/** Stays where one is when the manufacturer has no rows any more. */
function jumpTo(heading: HTMLElement | null, until: AbortSignal): void {
  if (!heading) return;
  heading.focus({ preventScroll: true });
  // Called at once too. Rows above grow with what comes late: the typeface, who buys a product.
  const observer = new ResizeObserver(() => scrollToHeading(heading));
  observer.observe(document.body);
  until.addEventListener('abort', () => observer.disconnect());
}

function scrollToHeading(heading: HTMLElement): void {
  if (!heading.isConnected) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = heading.getBoundingClientRect().top + scrollY - offset;
  scrollTo({ top, behavior: isStill ? 'auto' : 'smooth' });
}

type Count = RowOf<typeof portfolioSummary>;

interface ManufacturerBarsProps {
  counts: UseQueryResult<readonly Count[]>;
  onChoose: (manufacturer: string | null) => void;
}

/** Bars that are in sight before the others are asked for. */
const first = 10;

/** Fewer than these are not worth folding. */
const fewest = 3;

/** How many products of each manufacturer are missing; a bar leads to them. */
function ManufacturerBars({ counts, onChoose }: ManufacturerBarsProps) {
  const { t } = useTranslation('market');
  const [isWhole, setWhole] = useKeptState('all manufacturers', false);
  const { data, error, isPending, isPlaceholderData: isStale } = counts;
  const all = data ?? [];
  const folded = all.length > first + fewest && !isWhole;
  const shown = folded ? all.slice(0, first) : all;
  const largest = Math.max(1, ...all.map(({ stockOutCount }) => stockOutCount));
  return (
    <Card className="manufacturer-bars" aria-busy={isStale} data-stale={isStale}>
      <h2>{t('bars.title')}</h2>
      {error && <FailureNotice error={error} onRetry={counts.refetch} />}
      {isPending && <div className="manufacturer-bars__room bp6-skeleton" aria-hidden="true" />}
      <ol>
        {shown.map(({ manufacturer, stockOutCount }) => (
          <li key={manufacturer}>
            <button
              type="button"
              className="plain-button manufacturer-bars__name"
              onClick={() => onChoose(manufacturer)}
            >
              {manufacturer ?? t('noManufacturer')}
            </button>
            <span className="row row--tight manufacturer-bars__track">
              <span
                className="manufacturer-bars__bar"
                style={{ width: `${(100 * stockOutCount) / largest}%` }}
              />
              <MarketWhyButton
                view={portfolioSummary}
                figure="stockOutCount"
                label={manufacturer ?? t('noManufacturer')}
                row={{ manufacturer, stockOutCount }}
              >
                {formatCount(stockOutCount)}
              </MarketWhyButton>
            </span>
          </li>
        ))}
      </ol>
      {all.length > first + fewest && (
        <Button
          variant="minimal"
          size="small"
          aria-expanded={isWhole}
          text={folded ? t('bars.more', { count: all.length }) : t('bars.fewer')}
          onClick={() => setWhole(folded)}
        />
      )}
    </Card>
  );
}

/** What is newly missing that the provider can deliver instead: why somebody opens the page in the morning. */
function NewStockouts({ rows, isStale }: NewStockoutsProps) {
  const { t } = useTranslation('market');
  const { data: portal } = useQuery(portalQuery);
  const [isWhole, setWhole] = useKeptState('all new stock-outs', false);
  const { replaceable, others } = newReplaceable(rows ?? []);
  const shown = isWhole ? replaceable : replaceable.slice(0, newAtFirst);
  return (
    <Card className="new-stockouts" aria-busy={isStale} data-stale={isStale}>
      <div className="row gap-4 row--tight new-stockouts__head">
        <span className="new-stockouts__count" aria-hidden="true">
          {rows ? formatCount(replaceable.length) : '–'}
        </span>
        <div>
          <h2>
            {rows && <span className="visually-hidden">{formatCount(replaceable.length)} </span>}
            {t('fresh.title', { count: replaceable.length, provider: portal?.providerName ?? '' })}
          </h2>
          <p>
            {t('fresh.within', { count: portal?.newStockoutDays ?? 0 })}
            {rows && others > 0 && ` ${t('fresh.others', { count: others })}`}
          </p>
        </div>
      </div>
      {!rows && <div className="new-stockouts__room bp6-skeleton" aria-hidden="true" />}
      {rows && replaceable.length === 0 && <p className="nothing">{t('fresh.none')}</p>}
      <ul>
        {shown.map((row) => (
          <li key={row.gtin}>
            <span className="new-stockouts__missing">
              <b>{wholeFigures(row.productName)}</b>
              <span className="note new-stockouts__fact">
                {[row.hersteller1, t('fresh.since', { date: formatDate(row.missingSince1) })]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="new-stockouts__instead">
              <ArrowRight size={14} />
              <span className="visually-hidden">{labelled(t('column.alternative'), '')}</span>
              {wholeFigures(row.alternativeProductName ?? '')}
            </span>
            {typeof row.turnoverPotential === 'number' && (
              <span className="new-stockouts__potential">
                <span className="note new-stockouts__fact">CHF</span>{' '}
                <MarketWhyButton
                  figure="turnoverPotential"
                  label={labelled(row.productName, t('column.potential'))}
                  row={row}
                >
                  {formatAmount(row.turnoverPotential)}
                </MarketWhyButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {replaceable.length > newAtFirst && (
        <Button
          variant="minimal"
          size="small"
          aria-expanded={isWhole}
          text={isWhole ? t('fresh.fewer') : t('fresh.more', { count: replaceable.length })}
          onClick={() => setWhole(!isWhole)}
        />
      )}
    </Card>
  );
}
