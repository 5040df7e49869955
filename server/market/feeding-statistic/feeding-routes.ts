import { z } from 'zod';
import { id, pathId } from '#shared/fields.ts';
import { feedingAudience, feedingChoice, feedingPreview } from '#shared/schemas/feeding-statistic.ts';
import type { Dependencies } from '../../dependencies.ts';
import { clientGone } from '../../http/client-gone.ts';
import { versionAsked } from '../../http/request/parse-input.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { chooseFeedingStatistic, feedingChoiceFor, previewFeeding } from './choose-feeding.ts';
import { FEEDING_KEY } from './feeding-queries.ts';

const path = `/api/config/${FEEDING_KEY}`;

/** Which statistic's quantities stand for the market. */
export function feedingStatisticRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path,
      summary:
        'What has become of the statistic whose quantities stand for the market; signed-in users get its number, administrators all of it.',
      access: 'everyone',
      answer: feedingChoice,
      handle: (_ctx, { user }) => feedingChoiceFor(dependencies.pool, user),
    }),
    defineRoute({
      method: 'post',
      path,
      summary:
        'Lets the quantities of another statistic stand for the market, and says who may see amounts reckoned from it, in every process. If-Match: the version that the preview named, else it is taken as it comes.',
      access: 'admin',
      audit: 'feeding-statistic.chosen',
      announces: true,
      body: z.strictObject({
        value: z.union([id, pathId]).describe('bezugsStatistikID'),
        audience: feedingAudience
          .optional()
          .describe('absent: everybody where the statistic is of no customer, else signed-in users'),
      }),
      answer: feedingChoice,
      handle: (ctx, { body, user }) =>
        chooseFeedingStatistic(dependencies.pool, body, user, versionAsked(ctx)),
    }),
    defineRoute({
      method: 'get',
      path: `${path}/preview`,
      summary: 'Packs and potential of the market, now and with another statistic.',
      access: 'admin',
      query: z.strictObject({ value: pathId.describe('bezugsStatistikID') }),
      objects: { 'query.value': 'administered' },
      answer: feedingPreview,
      handle: (ctx, { query }) => previewFeeding(dependencies, query.value, clientGone(ctx)),
    }),
  ];
}
