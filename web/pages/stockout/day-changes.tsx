import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type stockoutDay, stockoutsOfGenerics, stockoutsOfProvider } from '#analytics/views/stockoutstat.ts';
import type { RowOf } from '../../api/views.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { RowsInSteps } from '../../components/tables/rows-in-steps.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { SingleChoice } from '../dashboard/filter/toolbar.tsx';
import { MarketWhyButton } from '../market/why/market-why-button.tsx';
import { type Day, type SeriesName, seriesNames } from './days.ts';
import { changesQuery } from './stockout-queries.ts';

/** What the counts of a series are asked of. */
export const seriesViews = { PROVIDER: stockoutsOfProvider, GENERICA: stockoutsOfGenerics };

interface CountOnDayProps {
  day: Day;
  series: SeriesName;
  /** What the page calls the series. */
  label: string;
  /** The count as it is written. */
  children: string;
}

interface DayChangesProps {
  date: string;
  /** Its counts; undefined for a day that no list is of. */
  day: Day | undefined;
  series: SeriesName;
  names: Record<SeriesName, string>;
  /** Whether the focus goes here: the day was opened on this page, not by its address. */
  takesFocus: boolean;
  onSeries: (series: SeriesName) => void;
  onClose: () => void;
}

/** What became missing on a day, and what was back. */
export function DayChanges({ date, day, series, names, takesFocus, onSeries, onClose }: DayChangesProps) {
  const { t } = useTranslation(['stockout', 'portal']);
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const changes = useQuery(changesQuery(series, date));
  useEffect(() => {
    if (!takesFocus || !date) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus, date]);
  const rows = changes.data;
  const title = t('changes.title', { date: formatDate(date) });
  return (
    <section className="day-changes" aria-labelledby={titleId} aria-busy={changes.isPlaceholderData}>
      <header className="row row--tight row--apart gap-3">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <Button variant="minimal" icon={<Cross />} aria-label={t('portal:action.close')} onClick={onClose} />
      </header>
      <SingleChoice
        label={t('changes.series')}
        options={seriesNames.map((value) => ({ value, text: names[value] }))}
        current={series}
        onChoose={onSeries}
      />
      {changes.isError && <FailureNotice error={changes.error} onRetry={changes.refetch} />}
      {changes.isPending && <div className="day-changes__room bp6-skeleton" aria-hidden="true" />}
      <p role="status" className="day-changes__count">
        {rows &&
          !changes.isPlaceholderData &&
          (rows.length === 0 ? t('changes.none') : t('changes.counted', countsOf(rows)))}
      </p>
      {day && (
        <p className="day-changes__count">
          <CountOnDay
            day={day}
            series={series}
            label={t('changes.open', { series: names[series], date: formatDate(date) })}
          >
            {t('changes.openCount', { count: day[series], products: formatCount(day[series]) })}
          </CountOnDay>
        </p>
      )}
      {(['missing', 'back'] as const).map((change) => (
        <Changed
          key={change}
          title={t(`changes.${change}`)}
          rows={(rows ?? []).filter((row) => row.change === change)}
        />
      ))}
      {rows && rows.length > 0 && <p className="note stockout-page__note">{t('changes.how')}</p>}
    </section>
  );
}

type Change = RowOf<typeof stockoutDay>;

function countsOf(rows: readonly Change[]): { missing: string; back: string } {
  const missing = rows.filter(({ change }) => change === 'missing').length;
  return { missing: formatCount(missing), back: formatCount(rows.length - missing) };
}

function Changed({ title, rows }: { title: string; rows: readonly Change[] }) {
  const { t } = useTranslation('stockout');
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ScrollingTable label={title}>
        <thead>
          <tr>
            <th scope="col">{t('changes.product')}</th>
            <th scope="col">{t('changes.manufacturer')}</th>
            <th scope="col">{t('changes.missingOn')}</th>
            <th scope="col">{t('changes.backOn')}</th>
            <th scope="col">{t('changes.alternative')}</th>
          </tr>
        </thead>
        <tbody>
          <RowsInSteps rows={rows}>
            {(row) => (
              <tr key={row.gtin}>
                <th scope="row">{row.productName}</th>
                <td>{row.manufacturer ?? '–'}</td>
                <td>{formatDate(row.missingOn)}</td>
                <td>{row.backOn ? formatDate(row.backOn) : t('changes.lasts')}</td>
                <td>{row.alternativeProductName ?? '–'}</td>
              </tr>
            )}
          </RowsInSteps>
        </tbody>
      </ScrollingTable>
    </>
  );
}

/** How many products of a series were not deliverable on a day; pressed, it lists them. */
export function CountOnDay({ day, series, label, children }: CountOnDayProps) {
  return (
    <MarketWhyButton
      view={seriesViews[series]}
      figure="count"
      label={label}
      row={{ date: day.date, count: day[series] }}
    >
      {children}
    </MarketWhyButton>
  );
}
