import { Button, Spinner } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketFigure, MarketProvenance, Origin } from '#analytics/views/market-figure.ts';
import { stockoutOpen } from '#analytics/views/stockoutstat.ts';
import type { View } from '#analytics/views/view.ts';
import { market } from '../../../api/changed-statistics.ts';
import { feedingQuery } from '../../../api/feeding-statistic.ts';
import { sessionQuery } from '../../../api/session.ts';
import { type ParametersOf, rowsQuery } from '../../../api/views.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { RowsInSteps } from '../../../components/tables/rows-in-steps.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatDate, formatTimeRange } from '../../../i18n/formats.ts';
import { addressOfRows } from './address-of-rows.ts';
import { writtenFactor } from './fraction.ts';
import type { FigureRow } from './market-why-button.tsx';
import { sourceOf, useWhyUnfed } from './source-of.ts';
import '../../dashboard/explain/explain.css';

interface MarketWhyDialogProps {
  view: View;
  figure: string;
  /** What the page calls the figure. */
  label: string;
  row: FigureRow;
  asked: Readonly<Record<string, unknown>>;
  sums: FigureRow | undefined;
  onClose: () => void;
}

/** How a figure of the market comes about: in words, with its own numbers, and what it was made from. */
export default function MarketWhyDialog({ view, label, onClose, ...others }: MarketWhyDialogProps) {
  const { t } = useTranslation('portal');
  if (view.subject !== 'market') return null;
  const found = (view.provenance as MarketProvenance)[others.figure];
  if (!found || !(others.figure in others.row)) return null;
  return (
    <PortalDialog
      title={label}
      onClose={onClose}
      actions={<Button text={t('action.close')} onClick={onClose} />}
    >
      <MarketAnswer {...others} label={label} sql={view.sql} explained={found} />
    </PortalDialog>
  );
}

interface MarketAnswerProps extends Omit<MarketWhyDialogProps, 'view' | 'onClose'> {
  sql: string;
  explained: MarketFigure;
}

function MarketAnswer({ figure, label, row, asked, sums, sql, explained }: MarketAnswerProps) {
  const { t } = useTranslation(['marketWhy', 'market', 'why']);
  const { unit, formula, origin } = explained;
  const value = (row[figure] ?? null) as number | null;
  const behind = origin.kind === 'rows' ? origin.rows(asked, row) : null;
  const address = behind && addressOfRows(behind);
  const format = unit === 'CHF' || unit === 'CHF per pack' ? formatAmount : formatCount;
  return (
    <div className="why-dialog">
      <p className="why-dialog__value">
        {format(value)}{' '}
        <span>
          {t(`marketWhy:unit.${unit === 'CHF per pack' ? 'CHF_per_pack' : unit}`, { count: value ?? 0 })}
        </span>
      </p>
      <h3>{t('why:formula')}</h3>
      <p>{t(`marketWhy:formula.${formula}`)}</p>
      {origin.kind === 'product' && <p className="why-dialog__part">{equationOf(t, origin, row, value)}</p>}
      {address && (
        <>
          <h3>{t('marketWhy:rows')}</h3>
          <div className="why-dialog__articles">
            <Link to={address} replace>
              {t('marketWhy:show')}
            </Link>
          </div>
        </>
      )}
      {behind?.view === stockoutOpen.name && (
        <>
          <h3>{t('marketWhy:rows')}</h3>
          <OpenOnDay parameters={behind.parameters as ParametersOf<typeof stockoutOpen>} label={label} />
        </>
      )}
      <h3>{t('why:source')}</h3>
      <MarketSources sums={sums} sql={sql}>
        {readsFeeding(unit) && (
          <FeedingSource
            sums={sums}
            gtin={origin.kind !== 'rows' && typeof row.gtin === 'string' ? row.gtin : undefined}
          />
        )}
      </MarketSources>
    </div>
  );
}

/** Packs, and what is reckoned with them, are those of a statistic. */
function readsFeeding(unit: MarketFigure['unit']): boolean {
  return unit === 'packs' || unit === 'CHF';
}

type Product = Extract<Origin, { kind: 'product' }>;

/** How a row's own numbers give a figure in CHF: "12 packs × 15/14 × CHF 10.45 = CHF 134.36"; or why they don't. */
function equationOf(
  t: TFunction<['marketWhy', 'market', 'portal']>,
  { factors, nothingWithout }: Product,
  row: FigureRow,
  value: number | null,
): string {
  if (row[factors[0]!] === null) return t('market:noFeeding.text');
  if (nothingWithout !== undefined && row[nothingWithout] === null) return t('marketWhy:noAlternative');
  if (value === null) return t('marketWhy:noPrice');
  const known = factors.filter((factor) => row[factor] !== null);
  const written = known.map((factor) => writtenNumber(t, factor, row[factor] as number));
  return `${written.join(' × ')} = CHF ${formatAmount(value)}`;
}

function writtenNumber(
  t: TFunction<['marketWhy', 'market', 'portal']>,
  column: string,
  number: number,
): string {
  if (column === 'qty') return t('portal:packs', { count: number });
  return column === 'packFactor' ? writtenFactor(number) : `CHF ${formatAmount(number)}`;
}

interface MarketSourcesProps {
  /** Totals, which tell the days of their data; undefined while they are loading. */
  sums: FigureRow | undefined;
  sql: string;
  /** What else it was made from. */
  children: ReactNode;
}

/** What figures of the market were made from. */
function MarketSources({ sums, sql, children }: MarketSourcesProps) {
  const { t } = useTranslation(['market', 'why']);
  const dayOf = (day: unknown) => t('market:asOf', { date: formatDate(day as string | undefined) });
  return (
    <>
      <dl className="facts">
        {children}
        {sums?.priceDate !== undefined && (
          <>
            <dt>{t('why:prices')}</dt>
            <dd>{dayOf(sums.priceDate)}</dd>
          </>
        )}
        <dt>{t('why:stockouts')}</dt>
        <dd>{sums?.stockOutDate === null ? t('market:noList') : dayOf(sums?.stockOutDate)}</dd>
      </dl>
      <details className="why-dialog__details">
        <summary>{t('why:details')}</summary>
        <dl className="facts">
          <dt>{t('why:sql')}</dt>
          <dd>sql/{sql}</dd>
        </dl>
      </details>
    </>
  );
}

interface FeedingSourceProps {
  /** Totals, which tell of the statistic; undefined while they are loading. */
  sums: FigureRow | undefined;
  /** Of the product that the figure is about. */
  gtin: string | undefined;
}

/** Whose packs count, and of which months: only administrators, who choose the statistic, are told its customer. */
function FeedingSource({ sums, gtin }: FeedingSourceProps) {
  const { t } = useTranslation('marketWhy');
  const { t: market } = useTranslation('market');
  const { data: user } = useQuery(sessionQuery);
  const { data: feeding } = useQuery({ ...feedingQuery, enabled: user?.role === 'Admin' });
  const isFeeding = sums?.feeding !== false;
  const statistic = user?.role === 'Admin' ? feeding?.statistic : undefined;
  const article = gtin === undefined ? '' : `?article=${gtin}`;
  return (
    <>
      <dt>{t('packs')}</dt>
      {isFeeding && <dd>{sourceOf(market, sums)}</dd>}
      {isFeeding && statistic && (
        <dd>
          <Link to={`/dashboard/${statistic.directLinkId}/products${article}`} replace>
            {[statistic.customerName, formatTimeRange(statistic)].filter(Boolean).join(', ')}
          </Link>
        </dd>
      )}
      {!isFeeding && <Unfed />}
    </>
  );
}

function Unfed() {
  return <dd>{useWhyUnfed()}</dd>;
}

interface OpenOnDayProps {
  parameters: ParametersOf<typeof stockoutOpen>;
  label: string;
}

/** The products that a series counts on a day: no page lists them. */
function OpenOnDay({ parameters, label }: OpenOnDayProps) {
  const { t } = useTranslation(['marketWhy', 'stockout']);
  const { data: rows, error, refetch } = useQuery(rowsQuery(market, stockoutOpen, parameters));
  if (error) return <FailureNotice error={error} onRetry={refetch} />;
  if (!rows) return <Spinner aria-label={t('marketWhy:loading')} />;
  if (rows.length === 0) return <p>{t('marketWhy:none')}</p>;
  return (
    <div className="why-dialog__rows">
      <ScrollingTable label={label}>
        <thead>
          <tr>
            <th scope="col">{t('stockout:changes.product')}</th>
            <th scope="col">{t('stockout:changes.manufacturer')}</th>
            <th scope="col">{t('stockout:changes.missingOn')}</th>
          </tr>
        </thead>
        <tbody>
          <RowsInSteps rows={rows}>
            {(row) => (
              <tr key={row.gtin}>
                <th scope="row">{row.productName}</th>
                <td>{row.manufacturer ?? '–'}</td>
                <td>{formatDate(row.missingOn)}</td>
              </tr>
            )}
          </RowsInSteps>
        </tbody>
      </ScrollingTable>
    </div>
  );
}
