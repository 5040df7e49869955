import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from 'react-router';
import type { GroupTotals, GroupView } from '#analytics/views/aggregate.ts';
import { useProviderCompanies } from '../../../components/hooks/use-provider.ts';
import { useLastSettled } from '../../../components/loading/use-whole-answers.ts';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { openedPage } from '../../../page.ts';
import { TopBars } from '../charts/top-bars.tsx';
import { ComparableTable } from '../compare/comparable-table.tsx';
import { FigureChoice, useChartNote } from '../compare/figure-choice.tsx';
import { toProducts } from '../drill-down.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { type FilterChoice, filterOffer, filtersOf } from '../filter/filter-offer.ts';
import { FilterToolbar } from '../filter/filter-toolbar.tsx';
import { SortPopover } from '../filter/toolbar.tsx';
import { useFoundRows } from '../filter/use-found-rows.tsx';
import { ListState } from '../layout/list-state.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { Trail } from '../layout/trail.tsx';
import { type ListPage, listPage } from '../list-page.ts';
import { useMemberColumns } from '../members/member-columns.tsx';
import { useListPage } from '../use-list-page.ts';
import { AggregateLayout } from './aggregate-layout.tsx';
import { MeasuredTable, rowKey } from './aggregate-table.tsx';
import { formatOf, type Measure, measures } from './measures.ts';

/** Bars of the chart. */
const charted = 5;

/** Any list by one grouping: that of the page that is opened. */
export function Component() {
  const { list, path } = openedPage(useMatches().map(({ handle }) => handle)) ?? {};
  const page = useMemo(() => listPage(list as GroupView & { totals: GroupTotals }), [list]);
  return <FilteredAggregatePage key={path} page={page} />;
}

/** A list by one grouping: filters, order, the five largest as bars, and all of them in a table. */
function FilteredAggregatePage({ page }: { page: ListPage<GroupView, GroupTotals> }) {
  /** What a row is; also the filter of the articles behind it, and where the page's texts are. */
  const group = page.list.grouping;
  const { t } = useTranslation(['lists', 'filters', 'groups']);
  const list = useListPage(page);
  const { directLinkId, compared, choice, choose, isChanged, reset, rows, totals, shown } = list;
  const { sortBy } = choice;
  const offer = useMemo(() => filterOffer(page.choice.schema), [page]);
  // Stays the same while only the order changes, and so do the rows that lead on with it.
  const filterText = JSON.stringify(filtersOf(choice, offer));
  const filters = useMemo(() => JSON.parse(filterText) as FilterChoice, [filterText]);
  const pathOf = useDashboardPath(directLinkId);
  const byMember = useMemberColumns(directLinkId, page.list, choice);
  const companies = useProviderCompanies();

  const to = useCallback(
    (name: string) => {
      const { path, choices } = toProducts(filters, { [group]: [name] });
      return pathOf(path, { ...choices, ...byMember.kept });
    },
    [group, filters, pathOf, byMember.kept],
  );
  const questions = useMemo(() => listQuestions(page, choice), [page, choice]);
  const keyColumn = page.list.key!;
  const search = useFoundRows(
    shown.rows,
    useCallback((answer, row) => rowKey(answer, keyColumn, row), [keyColumn]),
  );
  const bars = useMemo(() => {
    const answer = shown.rows;
    if (!answer) return undefined;
    return Array.from({ length: Math.min(charted, answer.rowCount) }, (_, row) => {
      const id = rowKey(answer, keyColumn, row);
      const value = answer.cell(sortBy, row);
      return {
        id,
        name: id,
        to: to(id),
        value,
        figure: formatOf(sortBy)(value),
        question: { ...questions.rows, figure: sortBy, row: id },
        own: group === 'manufacturer' && companies.includes(id),
      };
    });
  }, [shown.rows, keyColumn, sortBy, to, questions, group, companies]);
  const column = t(`column.${sortBy}`);
  // The largest of an earlier choice are not the largest by another figure.
  const chart = useLastSettled({ bars, column }, !rows.isPlaceholderData);
  const chartNote = useChartNote(directLinkId, chart.column, compared);
  const figures = measures.map((key) => ({ key, heading: t(`column.${key}`) }));
  const order = {
    current: sortBy,
    onChoose: (measure: Measure) => choose({ sortBy: measure }),
  };

  const startOver = () => {
    search.clear();
    reset();
  };

  return (
    <article>
      <StatisticHeader
        directLinkId={directLinkId}
        title={t(`groups:${group}.title`)}
        trail={<Trail directLinkId={directLinkId} page={page.choice.page} filters={filters} />}
      />
      <FilterToolbar
        directLinkId={directLinkId}
        offer={offer}
        filters={filters}
        onFilter={list.chooseFilters}
        isChanged={isChanged || search.text !== ''}
        onReset={startOver}
      >
        {compared ? (
          <FigureChoice figures={figures} {...order} />
        ) : (
          <SortPopover orders={measures} {...order} />
        )}
        {!compared && byMember.choice}
        {search.field}
      </FilterToolbar>
      <ListState {...{ rows, totals, isChanged }} onReset={reset} evenIfEmpty={compared !== null}>
        <AggregateLayout
          chartTitle={t(`groups:${group}.chart`, { count: charted })}
          chartNote={chartNote}
          isStale={rows.isPlaceholderData}
          chart={
            chart.bars && (
              <TopBars
                bars={chart.bars}
                label={t(`groups:${group}.chart`, { count: charted })}
                nameHeading={t(`groups:${group}.name`)}
                figureHeading={chart.column}
              />
            )
          }
          table={
            <ComparableTable
              {...{ directLinkId, compared, page, choice, to }}
              searched={search.text}
              label={t(`groups:${group}.title`)}
              nameHeading={t(`groups:${group}.name`)}
              unit={(count) => t(`groups:${group}.unit`, { count })}
              column={{ key: sortBy, heading: column, format: formatOf(sortBy) }}
            >
              <MeasuredTable
                label={t(`groups:${group}.title`)}
                nameHeading={t(`groups:${group}.name`)}
                unit={(count) => t(`groups:${group}.unit`, { count })}
                answer={shown.rows}
                found={search.found}
                byMember={byMember.columns}
                {...{ keyColumn, to }}
                totals={shown.totals}
                order={order}
                isStale={rows.isPlaceholderData}
                questions={questions}
              />
            </ComparableTable>
          }
        />
      </ListState>
    </article>
  );
}
