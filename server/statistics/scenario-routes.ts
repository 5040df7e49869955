import { z } from 'zod';
import { whatIf } from '#analytics/views/what-if.ts';
import { pathId, text } from '#shared/fields.ts';
import { scenario, type WhatIfChoice } from '#shared/schemas/scenario.ts';
import type { User } from '#shared/schemas/user.ts';
import { lockUser } from '../accounts/sign-in/session-queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { inTransaction } from '../platform/database/query.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { deleteScenario, keepScenario, listScenarios, showScenario } from './scenario-queries.ts';
import type { StatisticLink } from './statistic-queries.ts';

/** Of one user and statistic. */
const MOST_SCENARIOS = 20;

/** Characters: more than an address can hold. */
const LONGEST_CHOICE = 20_000;

const ofStatistic = z.object({ id: text() });
const ofScenario = z.object({ id: text(), scenario: pathId });

/** What a user keeps of the page that says what would be if the provider's products were bought instead. */
export function scenarioRoutes({ pool, currentRevisions }: Dependencies): Route[] {
  const { chosen, share, benchmark } = whatIf.parameters.shape;
  const revisionsOf = async ({ revision }: StatisticLink) => ({
    statistic: revision,
    catalogue: (await currentRevisions()).catalogue,
  });
  const list = async (link: StatisticLink, user: User) =>
    listScenarios(pool, { statisticId: link.id, ownerId: user.id }, await revisionsOf(link));
  return [
    defineRoute({
      method: 'get',
      path: '/api/what-if/from-statistic/:id',
      summary: 'One’s own scenarios of a statistic and those that others have made visible.',
      access: 'signedIn',
      params: ofStatistic,
      objects: { id: 'link' },
      answer: z.array(scenario),
      handle: (_ctx, { found, user }) => list(found.id, user),
    }),
    defineRoute({
      method: 'post',
      path: '/api/what-if/from-statistic/:id',
      summary: 'Keeps what switches under a name, in the place of what had it; answers all of them.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params: ofStatistic,
      objects: { id: 'link' },
      body: z
        .strictObject({ name: text(100).trim().min(1), chosen, share, benchmark })
        .refine(({ chosen }) => chosen.join('').length <= LONGEST_CHOICE, { error: 'must choose less' }),
      answer: z.array(scenario),
      async handle(_ctx, { found, body: { name, ...choice }, user }) {
        const of = { statisticId: found.id.id, ownerId: user.id };
        const kept = { name, choice: choice satisfies WhatIfChoice, most: MOST_SCENARIOS };
        const revisions = await revisionsOf(found.id);
        const isKept = await inTransaction(pool, async (client) => {
          // Else two that are saved at once would both be the last that may be.
          await lockUser(client, user.id);
          return keepScenario(client, of, revisions, kept);
        });
        if (!isKept) throw new AppError(409, 'scenarios_too_many', { params: { most: MOST_SCENARIOS } });
        return list(found.id, user);
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/what-if/from-statistic/:id/:scenario',
      summary:
        'Shows a scenario of one’s own to others who open the dashboard, or to nobody; answers all of them.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params: ofScenario,
      objects: { id: 'link', scenario: 'own' },
      body: z.strictObject({ visible: z.boolean() }),
      answer: z.array(scenario),
      async handle(_ctx, { params, found, body: { visible }, user }) {
        const of = { statisticId: found.id.id, ownerId: user.id };
        if (!(await showScenario(pool, of, params.scenario, visible))) throw notFound();
        return list(found.id, user);
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/what-if/from-statistic/:id/:scenario',
      summary: 'Deletes a scenario of one’s own; answers those that are left.',
      access: 'signedIn',
      audit: null,
      announces: false,
      params: ofScenario,
      objects: { id: 'link', scenario: 'own' },
      answer: z.array(scenario),
      async handle(_ctx, { params, found, user }) {
        const of = { statisticId: found.id.id, ownerId: user.id };
        if (!(await deleteScenario(pool, of, params.scenario))) throw notFound();
        return list(found.id, user);
      },
    }),
  ];
}
