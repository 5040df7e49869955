import { z } from 'zod';
import { text } from '#shared/fields.ts';
import { statisticLink } from '#shared/schemas/statistic.ts';
import type { Dependencies } from '../../dependencies.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { linkedStatistics } from './linked-statistics.ts';

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
