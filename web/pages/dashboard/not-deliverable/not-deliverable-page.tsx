import { TickCircle } from '@blueprintjs/icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notDeliverable } from '#analytics/views/not-deliverable.ts';
import { PageMessage } from '../../../components/feedback/page-message.tsx';
import { listQuestions } from '../explain/list-questions.ts';
import { filterOffer, filtersOf } from '../filter/filter-offer.ts';
import { FilterToolbar } from '../filter/filter-toolbar.tsx';
import { SortPopover } from '../filter/toolbar.tsx';
import { useProvider } from '../filter/use-filter-texts.ts';
import { ListState } from '../layout/list-state.tsx';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { Trail } from '../layout/trail.tsx';
import { listPage } from '../list-page.ts';
import { useListPage } from '../use-list-page.ts';
import { NotDeliverableTable } from './not-deliverable-table.tsx';

const notDeliverablePage = listPage(notDeliverable);
const offer = filterOffer(notDeliverablePage.choice.schema);
const orders = notDeliverablePage.choice.schema.shape.sortBy.def.innerType.options;

/** What the customer buys and cannot get now, and what the provider could deliver instead. */
export function Component() {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const list = useListPage(notDeliverablePage);
  const { directLinkId, choice, choose, consider, isChanged, reset, rows, totals, shown } = list;
  const filters = useMemo(() => filtersOf(choice, offer), [choice]);
  const questions = useMemo(() => listQuestions(notDeliverablePage, choice), [choice]);
  const nothingMissing = !rows.error && !isChanged && shown.rows?.rowCount === 0;

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
            onConsider={list.considerFilters}
            isChanged={isChanged}
            onReset={reset}
          >
            <SortPopover
              orders={orders}
              current={choice.sortBy}
              onChoose={(sortBy) => choose({ sortBy })}
              onConsider={(sortBy) => consider({ sortBy })}
            />
          </FilterToolbar>
          <ListState {...{ rows, totals, isChanged }} onReset={reset}>
            <NotDeliverableTable
              directLinkId={directLinkId}
              rows={shown.rows?.rows()}
              totals={shown.totals}
              sortBy={choice.sortBy}
              isStale={rows.isPlaceholderData}
              questions={questions}
            />
          </ListState>
        </>
      )}
    </article>
  );
}
