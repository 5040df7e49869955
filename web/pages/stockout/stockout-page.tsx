import { Card } from '@blueprintjs/core';
import { TimelineLineChart } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../api/portal.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { untilPublished } from '../../components/feedback/no-reference-data.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { useFollowedMarket } from '../../components/hooks/use-followed-market.ts';
import { useKeptState } from '../../components/hooks/use-kept-state.ts';
import { useWholeAnswers } from '../../components/loading/use-whole-answers.ts';
import { RowsInSteps } from '../../components/tables/rows-in-steps.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { usePageChoice } from '../../url-state/use-page-choice.ts';
import { SingleChoice } from '../dashboard/filter/toolbar.tsx';
import { MarketHeader } from '../market/layout/market-header.tsx';
import { MarketWhy } from '../market/why/market-why.tsx';
import { CountOnDay, DayChanges, seriesViews } from './day-changes.tsx';
import { type Day, daysOf, daysShown, monthsBack, type SeriesName, seriesNames } from './days.ts';
import { chartId, DevelopmentChart } from './development-chart.tsx';
import { type DevelopmentChoice, developmentPage, seriesQueries } from './stockout-queries.ts';
import './stockout-page.css';

const apart = [['PROVIDER'], ['GENERICA']] as const satisfies SeriesName[][];
const together = [['PROVIDER', 'GENERICA']] as const satisfies SeriesName[][];

/** How many products could not be delivered, day by day. */
export function Component() {
  const { t } = useTranslation('stockout');
  const provider = useQuery({ ...seriesQueries.PROVIDER, refetchInterval: untilPublished });
  const generica = useQuery({ ...seriesQueries.GENERICA, refetchInterval: untilPublished });
  useFollowedMarket();
  const { data: portal } = useQuery(portalQuery);
  const { choice, choose } = usePageChoice(developmentPage);
  const [opened, setOpened] = useState(false);
  const names = { PROVIDER: portal?.providerName ?? '', GENERICA: t('series.generics') };
  const series = useWholeAnswers({ provider, generica }, 'development');
  const all = useMemo(
    () => series.provider && series.generica && daysOf(series.provider, series.generica),
    [series.provider, series.generica],
  );
  const { period, from, to } = choice;
  const days = useMemo(() => all && daysShown(all, { period, from, to }), [all, period, from, to]);
  const open = useCallback(
    ({ date }: Day, series: SeriesName | null = null) => {
      setOpened(true);
      choose(series ? { date, series } : { date });
    },
    [choose],
  );
  const error = provider.error ?? generica.error;
  const newest = all?.at(-1);

  return (
    <MarketWhy besides={Object.values(seriesViews)} asked={{}} sums={newest && { stockOutDate: newest.date }}>
      <article className="stockout-page" aria-busy={!days && !error}>
        <MarketHeader
          title={t('title')}
          facts={
            newest
              ? [
                  t('asOf', { date: formatDate(newest.date) }),
                  ...seriesNames.map((name) => (
                    <CountOnDay key={name} day={newest} series={name} label={names[name]}>
                      {t('count', {
                        series: names[name],
                        count: newest[name],
                        products: formatCount(newest[name]),
                      })}
                    </CountOnDay>
                  )),
                ]
              : [t('intro')]
          }
        />
        {error && (
          <FailureNotice
            error={error}
            onRetry={() => {
              provider.refetch();
              generica.refetch();
            }}
          />
        )}
        {!days && !error && (
          <Card className="stockout-page__card">
            <p className="visually-hidden" role="status">
              {t('loading')}
            </p>
            <div className="bp6-skeleton" style={{ height: 456 }} aria-hidden="true" />
          </Card>
        )}
        {days?.length === 0 && (
          <PageMessage
            heading="h2"
            icon={<TimelineLineChart size={36} />}
            title={t('empty.title')}
            text={t('empty.text')}
          />
        )}
        {all && days && days.length > 0 && (
          <>
            <Card className="stockout-page__card">
              <div className="row gap-4 stockout-page__choices">
                <SingleChoice
                  label={t('charts.label')}
                  options={[
                    { value: 'apart', text: t('charts.apart') },
                    { value: 'together', text: t('charts.together') },
                  ]}
                  current={choice.charts}
                  onChoose={(charts) => choose({ charts })}
                />
                <PeriodChoice
                  all={all}
                  shown={days}
                  onChoose={(chosen) => choose({ period: chosen, from: null, to: null })}
                />
              </div>
              <DevelopmentChart
                days={days}
                charts={choice.charts === 'apart' ? apart : together}
                names={names}
                date={choice.date}
                onOpen={open}
                onZoom={(first, last) => choose({ from: first.date, to: last.date })}
              />
              <p className="note stockout-page__note">{t('chart.how')}</p>
            </Card>
            {choice.date && (
              <DayChanges
                date={choice.date}
                day={all.find(({ date }) => date === choice.date)}
                series={choice.series}
                names={names}
                takesFocus={opened}
                onSeries={(series) => choose({ series })}
                onClose={() => {
                  choose({ date: null });
                  document.getElementById(chartId)?.focus();
                }}
              />
            )}
            <DaysTable days={days} names={names} onOpen={open} />
          </>
        )}
      </article>
    </MarketWhy>
  );
}

type Period = DevelopmentChoice['period'];
const months = ['3', '12'] as const satisfies Period[];

interface PeriodChoiceProps {
  all: readonly Day[];
  shown: readonly Day[];
  onChoose: (period: Period) => void;
}

/** The days shown: all of them, the newest months, or what was marked in the chart, which is told in words. */
function PeriodChoice({ all, shown, onChoose }: PeriodChoiceProps) {
  const { t } = useTranslation('stockout');
  const last = all.at(-1)?.date;
  const offered = months.flatMap((value) => {
    const from = monthsBack(all, Number(value));
    return from ? [{ value, text: t('period.months', { count: Number(value) }), from }] : [];
  });
  const isWhole = shown.length === all.length;
  const [first, end] = [shown[0]?.date, shown.at(-1)?.date];
  const newest = offered.find(({ from }) => from === first && last === end);
  return (
    <>
      {(offered.length > 0 || !isWhole) && (
        <SingleChoice
          label={t('period.label')}
          options={[...offered, { value: 'all', text: t('period.all') }]}
          current={isWhole ? 'all' : newest?.value}
          onChoose={onChoose}
        />
      )}
      <p className="stockout-page__period" role="status">
        {formatDate(first)} – {formatDate(end)}
      </p>
    </>
  );
}

interface DaysTableProps {
  days: readonly Day[];
  names: Record<SeriesName, string>;
  onOpen: (day: Day) => void;
}

/** The days of the chart as a table, newest first, for whoever does not see the chart; drawn once it is opened. */
function DaysTable({ days, names, onOpen }: DaysTableProps) {
  const { t } = useTranslation('stockout');
  const [isOpen, setOpen] = useKeptState('days', false);
  return (
    <details
      className="days-table"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('table.title')}</summary>
      {isOpen && <Days {...{ days, names, onOpen }} />}
    </details>
  );
}

function Days({ days, names, onOpen }: DaysTableProps) {
  const { t } = useTranslation('stockout');
  const newestFirst = days.toReversed();
  return (
    <ScrollingTable label={t('table.title')}>
      <thead>
        <tr>
          <th scope="col">{t('table.date')}</th>
          {seriesNames.map((name) => (
            <th key={name} scope="col">
              {names[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <RowsInSteps rows={newestFirst}>
          {(day) => (
            <tr key={day.date}>
              <th scope="row">
                <button
                  type="button"
                  aria-label={t('changes.title', { date: formatDate(day.date) })}
                  onClick={() => onOpen(day)}
                >
                  {formatDate(day.date)}
                </button>
              </th>
              {seriesNames.map((name) => (
                <td key={name}>{formatCount(day[name])}</td>
              ))}
            </tr>
          )}
        </RowsInSteps>
      </tbody>
    </ScrollingTable>
  );
}
