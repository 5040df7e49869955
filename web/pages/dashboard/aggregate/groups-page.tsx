import { useMemo } from 'react';
import { useMatches } from 'react-router';
import type { GroupTotals, GroupView } from '#analytics/views/aggregate.ts';
import { openedPage } from '../../../page.ts';
import { listPage } from '../list-page.ts';
import { FilteredAggregatePage } from './filtered-aggregate.tsx';

/** Any list by one grouping: that of the page that is opened. */
export function Component() {
  const { list, path } = openedPage(useMatches().map(({ handle }) => handle)) ?? {};
  const page = useMemo(() => listPage(list as GroupView & { totals: GroupTotals }), [list]);
  return <FilteredAggregatePage key={path} page={page} />;
}
