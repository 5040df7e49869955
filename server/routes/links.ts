import { z } from 'zod';
import { statisticLink } from '../answers/statistic.ts';
import type { Dependencies } from '../dependencies.ts';
import { text } from '../request/fields.ts';
import { linkedStatistics } from '../statistics/linked-statistics.ts';
import { defineRoute, type Route } from './route.ts';

/** GET /api/statistics/{id}/links: "more statistics" of the same customer. */
export function linkRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/links',
      summary:
        'Other active statistics of the same customer by the same uploader or that the caller may see, newest period first.',
      access: 'everyone',
      params: z.object({ id: text() }),
      objects: { id: 'link' },
      query: z.strictObject({}),
      answer: z.array(statisticLink),
      handle: (_ctx, { params, user }) => linkedStatistics(pool, user, params.id),
    }),
  ];
}
