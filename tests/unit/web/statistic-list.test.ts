import { expect, test } from 'vitest';
import { type ListedStatistic, statisticListQuery } from '../../../web/api/statistics.ts';

const page = (...ids: number[]) => ({
  statistics: ids.map((bezugsStatistikID) => ({ bezugsStatistikID }) as ListedStatistic),
  hasNextPage: true,
});

const filter = { search: '', user: '', date: '', customerExternalId: '', customerName: '' };

test('a statistic that an upload has moved on to the next page stands in the list once', () => {
  const { select } = statisticListQuery(filter);
  const list = select!({ pages: [page(3, 2), page(2, 1)], pageParams: [1, 2] });
  const ids = list.pages.map(({ statistics }) => statistics.map((each) => each.bezugsStatistikID));
  expect(ids).toEqual([[3, 2], [1]]);
});

test('while other uploads are on their way those before stand for them, unless only one of the lists is of deleted ones', () => {
  const shown = { pages: [page(3)], pageParams: [1] };
  const { placeholderData } = statisticListQuery({ ...filter, search: 'x' });
  const keep = placeholderData as (
    before: object,
    from: { queryKey: readonly unknown[] },
  ) => object | undefined;
  expect(keep(shown, { queryKey: statisticListQuery(filter).queryKey })).toBe(shown);
  expect(keep(shown, { queryKey: statisticListQuery(filter, true).queryKey })).toBeUndefined();
});
