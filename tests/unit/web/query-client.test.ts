import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiFailure } from '../../../web/api/client.ts';
import { queryClient } from '../../../web/api/query-client.ts';

/** How often is asked for what fails with `failure` each time. */
async function timesAsked(failure: ApiFailure): Promise<number> {
  let times = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: [failure.status, failure.code],
    retryDelay: 1,
    queryFn() {
      times++;
      throw failure;
    },
  });
  await new Promise<void>((resolve) => {
    observer.subscribe(({ status }) => status === 'error' && resolve());
  });
  observer.destroy();
  return times;
}

test.each([
  ['no answer', 0, 'network', 3],
  ['a fault of the server', 500, 'internal', 3],
  ['figures that were changed while they were looked for', 409, 'statistic_changed', 3],
  ['another conflict', 409, 'revision_conflict', 1],
  ['what is not there', 404, 'not_found', 1],
])('%s is asked for as often as it helps', async (_what, status, code, times) => {
  expect(await timesAsked(new ApiFailure(status, { code }))).toBe(times);
});
