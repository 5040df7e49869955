import { expect, test } from 'vitest';
import { noteVersion } from '../../../web/api/changed-statistics.ts';
import { queryClient } from '../../../web/api/query-client.ts';
import { scenariosQuery } from '../../../web/pages/dashboard/what-if/what-if-queries.ts';

test('after a publication, the scenarios of a statistic are asked for anew with its figures', () => {
  const changed = scenariosQuery('changed').queryKey;
  const other = scenariosQuery('other').queryKey;
  for (const key of [changed, other]) queryClient.setQueryData(key, []);
  for (const version of ['1', '2']) noteVersion('changed', version, ['view', 'changed']);
  expect(queryClient.getQueryData(changed)).toBeUndefined();
  expect(queryClient.getQueryData(other)).toEqual([]);
});
