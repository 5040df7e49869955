import { Card } from '@blueprintjs/core';
import { TimelineLineChart } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../api/portal.ts';
import { usePageChoice } from '../../choice/use-page-choice.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { untilPublished } from '../../components/feedback/no-reference-data.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { useFollowedMarket } from '../../components/hooks/use-followed-market.ts';
import { useWholeAnswers } from '../../components/loading/use-whole-answers.ts';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { SingleChoice } from '../dashboard/filter/single-choice.tsx';
import { MarketHeader } from '../market/layout/market-header.tsx';
import { MarketWhy } from '../market/why/market-why.tsx';
import { CountOnDay, seriesViews } from './count-on-day.tsx';
import { DayChanges } from './day-changes.tsx';
import { type Day, daysOf, daysShown, type SeriesName, seriesNames } from './days.ts';
import { DaysTable } from './days-table.tsx';
import { chartId, DevelopmentChart } from './development-chart.tsx';
import { PeriodChoice } from './period-choice.tsx';
import './stockout-page.css';
import { queryClient } from '../../api/query-client.ts';
import { changesQuery, developmentPage, seriesQueries } from './stockout-queries.ts';

const apart = [['PROVIDER'], ['GENERICA']] as const satisfies SeriesName[][];
const together = [['PROVIDER', 'GENERICA']] as const satisfies SeriesName[][];

/** Asked for while the address changes, so that the page is drawn once. */
async function prepare({ date, series }: { date: string | null; series: SeriesName }): Promise<unknown> {
  return date ? queryClient.prefetchQuery(changesQuery(series, date)) : undefined;
}

/** How many products could not be delivered, day by day. */
export function Component() {
  const { t } = useTranslation('stockout');
  const provider = useQuery({ ...seriesQueries.PROVIDER, refetchInterval: untilPublished });
  const generica = useQuery({ ...seriesQueries.GENERICA, refetchInterval: untilPublished });
  useFollowedMarket();
  const { data: portal } = useQuery(portalQuery);
  const { choice, choose } = usePageChoice(developmentPage.choice, prepare);
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
            <div className="stockout-page__room bp6-skeleton" aria-hidden="true" />
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
              <div className="stockout-page__choices">
                <SingleChoice
                  label={t('charts.label')}
                  options={[
                    { value: 'apart', text: t('charts.apart') },
                    { value: 'together', text: t('charts.together') },
                  ]}
                  current={choice.charts}
                  onChoose={(charts) => choose({ charts })}
                  onConsider={() => undefined}
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
              <p className="stockout-page__note">{t('chart.how')}</p>
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
