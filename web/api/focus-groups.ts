import { queryOptions } from '@tanstack/react-query';
import type { FocusGroup, FocusGroupChoices } from '#shared/schemas/focus-group.ts';
import { requestJson } from './client.ts';
import { recordCalls } from './records.ts';

export type { FocusGroup, FocusGroupChoices };

export const focusGroups = recordCalls<FocusGroup>({
  path: '/focusgroup',
  queryKey: ['focus-groups'],
  id: 'focusGroupID',
  name: 'name',
});

/** Molecules and products of the current catalogue. */
export const focusGroupChoicesQuery = queryOptions({
  queryKey: ['focus-group-choices'],
  queryFn: ({ signal }) => requestJson<FocusGroupChoices>('/focusgroup/choices', { signal }),
});
