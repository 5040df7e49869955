import { z } from 'zod';
import { listLinkedStatistics } from '../db/statistic-links.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type Route } from './route.ts';

/** GET /api/statistics/{id}/links: "more statistics" of the same customer. */
export function linkRoutes({ pool, followLink }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/links',
      summary: 'Other active statistics of the same customer, newest period first.',
      access: 'everyone',
      params: z.object({ id: z.string() }),
      query: z.strictObject({}),
      answer: z.array(
        z.strictObject({
          bezugsStatistikID: z.int(),
          directLinkId: z.string(),
          timeMonthFrom: z.int(),
          timeYearFrom: z.int(),
          timeMonthTo: z.int(),
          timeYearTo: z.int(),
        }),
      ),
      async handle(_ctx, { params }) {
        await followLink(params.id);
        return listLinkedStatistics(pool, params.id);
      },
    }),
  ];
}
