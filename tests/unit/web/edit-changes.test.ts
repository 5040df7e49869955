import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { type CombinedMembers, combinedPreviewQuery } from '../../../web/api/combined.ts';
import { type ListedStatistic, mergeIntoLists, statisticListQuery } from '../../../web/api/statistics.ts';
import { mergeEdits } from '../../../web/components/forms/use-versioned-save.ts';
import { emptyForm, type StatisticForm } from '../../../web/pages/upload/form/statistic-form.ts';
import {
  changedGroups,
  editOf,
  entriesOf,
  withEntries,
} from '../../../web/pages/upload/manage/edit-changes.ts';

const form: StatisticForm = {
  ...emptyForm({ id: 7, name: 'Anna' }),
  customerExternalId: '4711',
  customerName: 'Apotheke, Zug',
  timeMonthFrom: 1,
  timeYearFrom: 2025,
  timeMonthTo: 6,
  timeYearTo: 2025,
  comment: 'alt',
};

describe('what an edit sends', () => {
  test('is only what was changed, but a time range and a customer as a whole', () => {
    const changed = { ...form, timeMonthTo: 9, comment: '  ' };
    expect(changedGroups(form, changed)).toEqual(['timeRange', 'comment']);
    expect(editOf(changed, ['timeRange', 'comment'])).toEqual({
      timeMonthFrom: 1,
      timeYearFrom: 2025,
      timeMonthTo: 9,
      timeYearTo: 2025,
      comment: null,
    });
    expect(editOf(form, ['customer', 'headerImage', 'uploader', 'testUpload'])).toEqual({
      customer: null,
      customerExternalId: '4711',
      customerName: 'Apotheke, Zug',
      headerImageId: null,
      uploader: 7,
      testUpload: false,
    });
  });

  test('is nothing when nothing was changed', () => {
    expect(changedGroups(form, { ...form })).toEqual([]);
  });
});

test('what belongs together is merged with what somebody else saved as one, or not at all', () => {
  const mine = { ...form, timeMonthTo: 9, comment: 'von mir' };
  const stored = { ...form, timeYearTo: 2026, user: 'Berta' };
  const merged = mergeEdits(entriesOf(form), entriesOf(mine), entriesOf(stored));
  expect(merged.both).toEqual(['timeRange']);
  expect(withEntries(merged.form)).toMatchObject({
    timeMonthTo: 9,
    timeYearTo: 2025,
    comment: 'von mir',
    user: 'Berta',
  });
});

test('what was saved stands in the lists of statistics, and what else is known of them stays as it was', () => {
  const queryClient = new QueryClient();
  const { queryKey: list } = statisticListQuery({
    search: '',
    user: '',
    date: '',
    customerExternalId: '',
    customerName: '',
  });
  const { queryKey: combined } = combinedPreviewQuery([7, 8]);
  const statistics = [7, 8].map((bezugsStatistikID) => ({ bezugsStatistikID, active: true }));
  queryClient.setQueryData(list, {
    pages: [{ statistics: statistics as ListedStatistic[], hasNextPage: false }],
    pageParams: [1],
  });
  queryClient.setQueryData(combined, { members: statistics } as unknown as CombinedMembers);
  mergeIntoLists(queryClient, 7, { active: false });
  const rows = queryClient.getQueryData(list)?.pages.flatMap((page) => page.statistics);
  expect(rows?.map(({ active }) => active)).toEqual([false, true]);
  expect(queryClient.getQueryData(combined)).toEqual({ members: statistics });
});
