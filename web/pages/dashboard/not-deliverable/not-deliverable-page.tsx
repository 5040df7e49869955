import { TickCircle } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notDeliverable } from '#analytics/views/not-deliverable.ts';
import type { Columns } from '../../../api/arrow.ts';
import { PageMessage } from '../../../components/feedback/page-message.tsx';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { filterOffer, filtersOf } from '../filter/filter-offer.ts';
import { FilterToolbar } from '../filter/filter-toolbar.tsx';
import { SortPopover } from '../filter/toolbar.tsx';
import { useFoundRows } from '../filter/use-found-rows.tsx';
import { ListState } from '../layout/list-state.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { Trail } from '../layout/trail.tsx';
import { listPage } from '../list-page.ts';
import {
  besideGainOptions,
  ColumnsPopover,
  chosenBesideGain,
  useChosenColumns,
} from '../products/columns-popover.tsx';
import { useListPage } from '../use-list-page.ts';
import type { NotDeliverable } from './not-deliverable-columns.tsx';
import { NotDeliverableTable } from './not-deliverable-table.tsx';

const notDeliverablePage = listPage(notDeliverable);
const offer = filterOffer(notDeliverablePage.choice.schema);
const orders = notDeliverablePage.choice.schema.shape.sortBy.def.innerType.options;

/** What the customer buys and cannot get now, and what the provider could deliver instead. */
export function Component() {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const list = useListPage(notDeliverablePage);
  const { directLinkId, choice, choose, isChanged, reset, rows, totals, shown } = list;
  const filters = useMemo(() => filtersOf(choice, offer), [choice]);
  const questions = useMemo(() => listQuestions(notDeliverablePage, choice), [choice]);
  const [chosen, chooseColumns] = useChosenColumns();
  const beside = useMemo(() => chosenBesideGain(chosen), [chosen]);
  const search = useFoundRows(shown.rows, searchedOf);
  const all = shown.rows?.rows();
  const found = search.found && all ? search.found.map((row) => all[row]!) : all;
  const startOver = () => {
    search.clear();
    reset();
  };
  const nothingMissing = !rows.error && !isChanged && !rows.isPlaceholderData && shown.rows?.rowCount === 0;

  return (
    <article>
      <StatisticHeader
        directLinkId={directLinkId}
        title={t('notDeliverable.title')}
        trail={<Trail directLinkId={directLinkId} page={notDeliverablePage.choice.page} filters={filters} />}
      />
      <p className="page-intro">{t('notDeliverable.intro', { provider })}</p>
      {nothingMissing ? (
        <PageMessage heading="h2" icon={<TickCircle size={36} />} title={t('notDeliverable.none')} />
      ) : (
        <>
          <FilterToolbar
            directLinkId={directLinkId}
            offer={offer}
            filters={filters}
            onFilter={list.chooseFilters}
            isChanged={isChanged || search.text !== ''}
            onReset={startOver}
          >
            <SortPopover orders={orders} current={choice.sortBy} onChoose={(sortBy) => choose({ sortBy })} />
            <ColumnsPopover options={besideGainOptions} shown={chosen} onChange={chooseColumns} />
            {search.field}
          </FilterToolbar>
          <ListState {...{ rows, totals, isChanged }} onReset={reset}>
            <NotDeliverableTable
              directLinkId={directLinkId}
              rows={found}
              totals={shown.totals}
              sortBy={choice.sortBy}
              beside={beside}
              isStale={rows.isPlaceholderData}
              questions={questions}
            />
          </ListState>
        </>
      )}
    </article>
  );
}

/** What of a row is searched: the article, who makes it, and what comes instead. */
function searchedOf(answer: Columns<NotDeliverable>, row: number): string {
  return (['productName', 'gtin', 'manufacturer', 'alternativeProductName'] as const)
    .map((column) => answer.cell(column, row) ?? '')
    .join('\n');
}
