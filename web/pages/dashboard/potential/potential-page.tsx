import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { turnoverPotentialView } from '#analytics/views/turnover-potential.ts';
import { useLastSettled } from '../../../components/loading/use-whole-answers.ts';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { AggregateTable } from '../aggregate/aggregate-table.tsx';
import { ComparableTable } from '../compare/comparable-table.tsx';
import { FigureChoice } from '../compare/figure-choice.tsx';
import { toProducts } from '../drill-down.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { filterOffer, filtersOf } from '../filter/filter-offer.ts';
import { FilterToolbar } from '../filter/filter-toolbar.tsx';
import { SingleChoice, SortPopover } from '../filter/toolbar.tsx';
import { useFoundRows } from '../filter/use-found-rows.tsx';
import { ListState } from '../layout/list-state.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { listPage } from '../list-page.ts';
import type { ColumnOption } from '../products/column-options.ts';
import { ColumnsPopover, useChosenColumns } from '../products/columns-popover.tsx';
import { useAtcName } from '../summary/use-atc-name.ts';
import { useListPage } from '../use-list-page.ts';

const potentialPage = listPage(turnoverPotentialView);
const offer = filterOffer(potentialPage.choice.schema);
const orders = potentialPage.choice.schema.shape.sortBy.def.innerType.options;
type Order = (typeof orders)[number];
const figures = [
  'qtySum',
  'count',
  'efPreisSum',
  'pPreisSum',
  'turnoverPotentialSum',
  'customersGainSum',
  'publicPriceDifferenceSum',
  'deductibleBeforeSum',
  'deductibleAfterSum',
  'distributionShareBeforeSum',
  'distributionShareAfterSum',
] as const satisfies readonly Order[];
/** What stands beside what the customer gains, where it is chosen. */
const chosenFigures = {
  publicDifference: ['publicPriceDifferenceSum'],
  deductible: ['deductibleBeforeSum', 'deductibleAfterSum'],
  distributionShare: ['distributionShareBeforeSum', 'distributionShareAfterSum'],
} as const satisfies Partial<Record<ColumnOption, readonly Order[]>>;
const options = Object.keys(chosenFigures) as (keyof typeof chosenFigures)[];
const groups = ['molecule', 'atc', 'manufacturer'] as const;
type Group = (typeof groups)[number];
const asItIs = (name: string) => name;

/** What could be turned over by molecule, ATC group or manufacturer. */
export function Component() {
  const { t } = useTranslation(['lists', 'groups']);
  const atcName = useAtcName();
  const list = useListPage(potentialPage);
  const { directLinkId, compared, choice, choose, isChanged, reset, rows, totals, shown } = list;
  const { groupField, sortBy } = choice;
  const filters = useMemo(() => filtersOf(choice, offer), [choice]);
  const pathOf = useDashboardPath(directLinkId);

  const columns = useMemo(
    () =>
      figures.map((key) => ({
        key,
        heading: t(`potential.${key}`),
        format: key === 'qtySum' || key === 'count' ? formatCount : formatAmount,
      })),
    [t],
  );
  const [chosen, chooseColumns] = useChosenColumns();
  const shownColumns = useMemo(() => {
    const hidden: readonly string[] = options
      .filter((option) => !chosen.includes(option))
      .flatMap((option) => chosenFigures[option]);
    // What the list is in the order of is always to be seen.
    return columns.filter(({ key }) => key === sortBy || !hidden.includes(key));
  }, [columns, chosen, sortBy]);
  // Those of before stay until the rows of another group are there.
  const shownGroup = useLastSettled(groupField, !rows.isPlaceholderData);
  const summedGroup = useLastSettled(groupField, !totals.isPlaceholderData);
  const namer = (group: Group) => (group === 'atc' ? atcName : asItIs);
  const nameOf = namer(shownGroup);
  const linker = (group: Group) => (name: string) => {
    const { path, choices } = toProducts(filters, { [group]: [name] });
    return pathOf(path, choices);
  };
  const search = useFoundRows(
    shown.rows,
    useCallback((answer, row) => nameOf(answer.cell('name', row)), [nameOf]),
  );
  const startOver = () => {
    search.clear();
    reset();
  };
  const order = {
    current: sortBy,
    onChoose: (chosen: Order) => choose({ sortBy: chosen }),
  };
  return (
    <article>
      <StatisticHeader directLinkId={directLinkId} title={t('potential.title')} />
      <FilterToolbar
        directLinkId={directLinkId}
        offer={offer}
        filters={filters}
        onFilter={list.chooseFilters}
        isChanged={isChanged || search.text !== ''}
        onReset={startOver}
      >
        <SingleChoice
          label={t('potential.groupBy')}
          options={groups.map((value) => ({ value, text: t(`potential.group.${value}`) }))}
          current={groupField}
          onChoose={(chosen) => choose({ groupField: chosen })}
        />
        {compared ? (
          <FigureChoice figures={columns} {...order} />
        ) : (
          <SortPopover orders={orders} {...order} />
        )}
        <ColumnsPopover options={options} shown={chosen} onChange={chooseColumns} />
        {search.field}
      </FilterToolbar>
      <ListState {...{ rows, totals, isChanged }} onReset={reset} evenIfEmpty={compared !== null}>
        <ComparableTable
          {...{ directLinkId, compared, choice }}
          nameOf={namer(groupField)}
          to={linker(groupField)}
          page={potentialPage}
          label={t('potential.title')}
          nameHeading={t(`potential.group.${groupField}`)}
          unit={(count) => t(`groups:${groupField}.unit`, { count })}
          column={columns.find(({ key }) => key === sortBy)!}
          searched={search.text}
        >
          <AggregateTable
            label={t('potential.title')}
            nameHeading={t(`potential.group.${shownGroup}`)}
            columns={shownColumns}
            firstOnPhones={sortBy}
            answer={shown.rows}
            found={search.found}
            order={order}
            keyColumn="name"
            nameOf={nameOf}
            to={linker(shownGroup)}
            totals={shown.totals}
            totalHeading={(count) =>
              count === undefined
                ? t('totalWaiting')
                : t('total', {
                    rows: formatCount(count),
                    unit: t(`groups:${summedGroup}.unit`, { count }),
                  })
            }
            isStale={rows.isPlaceholderData}
            questions={listQuestions(potentialPage, { ...choice, groupField: shownGroup })}
          />
        </ComparableTable>
      </ListState>
    </article>
  );
}
