import { z } from 'zod';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { whatIf, whatIfSwitches } from '#analytics/views/what-if.ts';
import { pathId, text } from '#shared/fields.ts';
import { scenario, type WhatIfChoice } from '#shared/schemas/scenario.ts';
import type { User } from '#shared/schemas/user.ts';
import { lockUser } from '../accounts/sign-in/session-queries.ts';
import { sessionOf } from '../http/mount.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { inTransaction } from '../platform/database/query.ts';
import { AppError, notFound } from '../platform/errors.ts';
import type { Dependencies } from './dependencies.ts';
import {
  deleteScenario,
  keepScenario,
  listScenarios,
  type Proposed,
  showScenario,
} from './scenario-queries.ts';
import type { StatisticLink } from './statistic-queries.ts';
import { tablesOfStatistic } from './views/view-tables.ts';

/** Of one user and statistic. */
const MOST_SCENARIOS = 20;

/** Characters: more than an address can hold. */
const LONGEST_CHOICE = 20_000;

/** Articles that switch whose alternatives are kept as proposed: those for the benchmark, then those that bring most. */
const MOST_PROPOSED = 1000;

/** Characters of a product's name that are kept: more than any has, and few enough that all of them fit. */
const LONGEST_NAME = 200;

const ofStatistic = z.object({ id: text() });
const ofScenario = z.object({ id: text(), scenario: pathId });

/** What a user keeps of the page that says what would be if the provider's products were bought instead. */
export function scenarioRoutes(dependencies: Dependencies): Route[] {
  const { pool, currentRevisions } = dependencies;
  const { chosen, share, benchmark } = whatIf.parameters.shape;
  const revisionsOf = async ({ revision }: StatisticLink) => ({
    ...(await currentRevisions()),
    statistic: revision,
  });
  const list = async (link: StatisticLink, user: User) =>
    listScenarios(pool, { statisticId: link.id, ownerId: user.id }, await revisionsOf(link));
  /** What a choice makes of a statistic today: what it brought is told of this, whatever the catalogue says later. */
  async function proposedBy(choice: WhatIfChoice, directLinkId: string, signal: AbortSignal) {
    const parameters = whatIfSwitches.parameters.parse({ ...choice, limit: MOST_PROPOSED });
    const tables = await tablesOfStatistic(dependencies, directLinkId);
    const columns = await tables.use((connection) => runView(connection, whatIfSwitches, parameters), signal);
    const rows = JSON.parse(Buffer.from(encodeJson(columns, 'many')).toString()) as z.infer<
      typeof whatIfSwitches.row
    >[];
    const proposed = rows.map(({ alternativeGTIN: gtin, alternativeProductName, packs2InAll: packs }) => {
      const productDescription = [...alternativeProductName].slice(0, LONGEST_NAME).join('');
      return [gtin, { gtin, productDescription, packs }] satisfies [string, Proposed];
    });
    return [...new Map(proposed).values()];
  }
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
      async handle(ctx, { params, found, body: { name, ...choice }, user }) {
        const { signal, confirm } = sessionOf(ctx, dependencies, user);
        const of = { statisticId: found.id.id, ownerId: user.id };
        const revisions = await revisionsOf(found.id);
        const proposed = await proposedBy(choice, params.id, signal);
        const kept = { name, choice: choice satisfies WhatIfChoice, proposed, most: MOST_SCENARIOS };
        const isKept = await inTransaction(pool, async (client) => {
          // Else two that are saved at once would both be the last that may be.
          await lockUser(client, user.id);
          await confirm(client);
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
      versioned: false,
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
