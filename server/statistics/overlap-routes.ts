import { z } from 'zod';
import { digits, text } from '#shared/fields.ts';
import { earlierStatistic } from '#shared/schemas/statistic.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { visibleUploaderIds } from './access.ts';
import { findEarlierStatistics } from './earlier-statistic-queries.ts';

const month = digits(1, 12);
const year = digits(1, 9999);

/** GET /api/statistics/overlapping: what is there already of a customer and a period, before more is uploaded. */
export function overlappingStatisticRoutes({ pool }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/overlapping',
      summary:
        'Statistics of a customer that the caller may see and whose period has a month in common with the one given, newest period first; no test uploads.',
      access: 'signedIn',
      query: z.strictObject({
        customerExternalId: text().trim().min(1),
        timeMonthFrom: month,
        timeYearFrom: year,
        timeMonthTo: month,
        timeYearTo: year,
      }),
      answer: z.array(earlierStatistic),
      async handle(_ctx, { query: { customerExternalId, ...time }, user }) {
        return findEarlierStatistics(pool, customerExternalId, await visibleUploaderIds(pool, user), time);
      },
    }),
  ];
}
