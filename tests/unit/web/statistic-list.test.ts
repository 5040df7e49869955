import { expect, test } from 'vitest';
import { type ListedStatistic, statisticListQuery } from '../../../web/api/statistics.ts';

const page = (...ids: number[]) => ({
  statistics: ids.map((bezugsStatistikID) => ({ bezugsStatistikID }) as ListedStatistic),
  hasNextPage: true,
});

test('a statistic that an upload has moved on to the next page stands in the list once', () => {
  const { select } = statisticListQuery({
    search: '',
    user: '',
    date: '',
    customerExternalId: '',
    customerName: '',
  });
  const list = select!({ pages: [page(3, 2), page(2, 1)], pageParams: [1, 2] });
  const ids = list.pages.map(({ statistics }) => statistics.map((each) => each.bezugsStatistikID));
  expect(ids).toEqual([[3, 2], [1]]);
});
