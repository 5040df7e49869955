import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { atc } from '#analytics/views/atc.ts';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { AggregateLayout } from '../aggregate/aggregate-layout.tsx';
import { MeasuredTable } from '../aggregate/aggregate-table.tsx';
import { formatOf, isAmount, type Measure, measures } from '../aggregate/measures.ts';
import { ComparableTable } from '../compare/comparable-table.tsx';
import { FigureChoice, useChartNote } from '../compare/figure-choice.tsx';
import { behindAtcGroup } from '../drill-down.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { SingleChoice, SortPopover, Toolbar } from '../filter/toolbar.tsx';
import { useFoundRows } from '../filter/use-found-rows.tsx';
import { ListState } from '../layout/list-state.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { listPage } from '../list-page.ts';
import { useMemberColumns } from '../members/member-columns.tsx';
import { AtcDonut } from '../summary/atc-donut.tsx';
import { useAtcName } from '../summary/use-atc-name.ts';
import { useListPage } from '../use-list-page.ts';
import { atcQuestions } from './atc-questions.ts';

const atcPage = listPage(atc);
const types = ['all', 'provider', 'provider_alternative'] as const;

/** ATC groups: of all articles, of the provider's own, or of those that the provider could replace. */
export function Component() {
  const { t } = useTranslation(['lists', 'filters', 'groups']);
  const { provider } = useProvider();
  const list = useListPage(atcPage);
  const { directLinkId, compared, choice, choose, isChanged, reset, rows, totals, shown } = list;
  const { type, sortBy } = choice;
  const pathOf = useDashboardPath(directLinkId);
  const atcName = useAtcName();
  const byMember = useMemberColumns(directLinkId, atc, choice);
  const to = (atcCategory: string) => {
    const { path, choices } = behindAtcGroup(atcCategory, type);
    return pathOf(path, { ...choices, ...byMember.kept });
  };
  const nameOf = useCallback((atcCategory: string) => `${atcCategory} ${atcName(atcCategory)}`, [atcName]);
  const search = useFoundRows(
    shown.rows,
    useCallback((answer, row) => nameOf(answer.cell('atcCategory', row)), [nameOf]),
  );
  const values = useMemo(
    () => shown.rows?.rows().map((row) => ({ atcCategory: row.atcCategory, value: row[sortBy] })),
    [shown.rows, sortBy],
  );
  const column = t(`column.${sortBy}`);
  const chartNote = useChartNote(directLinkId, column, compared);
  const figures = measures.map((key) => ({ key, heading: t(`column.${key}`) }));
  const order = {
    current: sortBy,
    onChoose: (measure: Measure) => choose({ sortBy: measure }),
  };

  const startOver = () => {
    search.clear();
    reset();
  };

  function chart() {
    if (!values || !shown.totals) return undefined;
    if (shown.totals[sortBy] <= 0) return <p className="nothing">{t('noInformation')}</p>;
    return (
      <AtcDonut
        rows={values}
        total={shown.totals[sortBy]}
        heading={column}
        unit={isAmount(sortBy) ? t('unit.amount') : t(`unit.${sortBy}`)}
        format={formatOf(sortBy)}
        to={to}
        questions={atcQuestions(type, sortBy)}
        compact
      />
    );
  }

  return (
    <article>
      <StatisticHeader directLinkId={directLinkId} title={t('groups:atc.title')} />
      <Toolbar isChanged={isChanged || search.text !== ''} onReset={startOver}>
        <SingleChoice
          label={t('atc.type')}
          options={types.map((value) => ({ value, text: t(`atc.types.${value}`, { provider }) }))}
          current={type}
          onChoose={(chosen) => choose({ type: chosen })}
        />
        {compared ? (
          <FigureChoice figures={figures} {...order} />
        ) : (
          <SortPopover orders={measures} {...order} />
        )}
        {!compared && byMember.choice}
        {search.field}
      </Toolbar>
      <ListState {...{ rows, totals, isChanged }} onReset={reset} evenIfEmpty={compared !== null}>
        <AggregateLayout
          chartTitle={t('groups:atc.chart')}
          chartNote={chartNote}
          isStale={rows.isPlaceholderData}
          chart={chart()}
          table={
            <ComparableTable
              {...{ directLinkId, compared, choice, nameOf, to }}
              searched={search.text}
              page={atcPage}
              label={t('groups:atc.title')}
              nameHeading={t('groups:atc.name')}
              unit={(count) => t('groups:atc.unit', { count })}
              column={{ key: sortBy, heading: column, format: formatOf(sortBy) }}
            >
              <MeasuredTable
                label={t('groups:atc.title')}
                nameHeading={t('groups:atc.name')}
                unit={(count) => t('groups:atc.unit', { count })}
                answer={shown.rows}
                found={search.found}
                byMember={byMember.columns}
                keyColumn="atcCategory"
                {...{ nameOf, to }}
                totals={shown.totals}
                order={order}
                isStale={rows.isPlaceholderData}
                questions={listQuestions(atcPage, choice)}
              />
            </ComparableTable>
          }
        />
      </ListState>
    </article>
  );
}
