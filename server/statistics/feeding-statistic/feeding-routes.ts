import type { Pool } from 'pg';
import { z } from 'zod';
import { sqlFile } from '#analytics/sql.ts';
import type { StatisticRevision } from '#analytics/statistics.ts';
import { id, pathId } from '#shared/fields.ts';
import {
  type FeedingAudience,
  type FeedingChoice,
  type FeedingFigures,
  type FeedingPreview,
  feedingAudience,
  feedingChoice,
  feedingPreview,
} from '#shared/schemas/feeding-statistic.ts';
import type { Statistic } from '#shared/schemas/statistic.ts';
import type { User } from '#shared/schemas/user.ts';
import { clientGone } from '../../http/client-gone.ts';
import { refuseOutdated } from '../../http/request/if-match.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../../platform/record-audit.ts';
import { lockSettings } from '../../platform/settings/setting-queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { findStatisticById } from '../statistic-queries.ts';
import type { MarketViewParts } from '../views/view-tables.ts';
import {
  FEEDING_KEY,
  findFeedingCandidate,
  readFeedingChoice,
  storeFeedingChoice,
} from './feeding-queries.ts';

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
        'Lets the quantities of another statistic stand for the market, and says who may see amounts reckoned from it, in every process.',
      access: 'admin',
      audit: 'feeding-statistic.chosen',
      versioned: true,
      announces: true,
      body: z.strictObject({
        value: z.union([id, pathId]).describe('bezugsStatistikID'),
        audience: feedingAudience
          .optional()
          .describe('absent: everybody where the statistic is of no customer, else signed-in users'),
      }),
      answer: feedingChoice,
      handle: (_ctx, { body, user, version }) =>
        chooseFeedingStatistic(dependencies.pool, body, user, version),
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

/** What is chosen and what has become of it, as `user`, undefined for a visitor, may know it. */
async function feedingChoiceFor(db: Queryable, user: User | undefined): Promise<FeedingChoice> {
  const { value, audience, chosenAt, chosenBy } = await readFeedingChoice(db);
  const [there, deleted] =
    value === null
      ? []
      : await Promise.all([findStatisticById(db, value), findStatisticById(db, value, true)]);
  const statistic = there ?? deleted ?? null;
  const known = { key: FEEDING_KEY, state: stateOf(value, there) } as const;
  if (!user) return known;
  const choice = { ...known, value };
  return user.role === 'Admin' ? { ...choice, statistic, audience, chosenAt, chosenBy } : choice;
}

/**
 * @throws AppError 404 where there is no such statistic, 409 where it is deleted or disabled, 412 where the choice has
 * another version than `ifVersion`
 */
async function chooseFeedingStatistic(
  pool: Pool,
  { value: id, audience }: { value: number; audience?: FeedingAudience | undefined },
  user: User,
  ifVersion?: number,
): Promise<FeedingChoice> {
  return inTransaction(pool, async (client) => {
    await lockSettings(client);
    await feedingCandidate(client, id);
    const before = await readFeedingChoice(client);
    const { value, version } = before;
    refuseOutdated(
      ifVersion,
      { version, fields: { value, audience: before.audience } },
      { value: id, ...(audience && { audience }) },
    );
    await storeFeedingChoice(client, id, user.id, audience);
    const choice = await feedingChoiceFor(client, user);
    const name = choice.statistic?.customerName ?? choice.statistic?.fileName ?? '';
    await recordChange(client, {
      by: user,
      action: 'feeding-statistic.chosen',
      subject: 'feeding-statistic',
      subjectKey: FEEDING_KEY,
      subjectName: name,
      before: { statistic: value, audience: before.audience },
      after: { statistic: id, audience: choice.audience },
    });
    return choice;
  });
}

/** What the market is now, and would be with another statistic. @throws as chooseFeedingStatistic */
async function previewFeeding(
  { pool, statistics, currentRevisions, feedingStatistic }: MarketViewParts,
  id: number,
  signal: AbortSignal,
): Promise<FeedingPreview> {
  const { audience, ...candidate } = await feedingCandidate(pool, id);
  // Read before what it is compared with: who chooses meanwhile is noticed.
  const { version } = await readFeedingChoice(pool);
  const [present, revisions, statistic] = await Promise.all([
    feedingStatistic(),
    currentRevisions(),
    findStatisticById(pool, id),
  ]);
  if (!statistic) throw new AppError(409, 'feeding_statistic_deleted');
  return {
    statistic,
    present: present ? await figuresOf(present) : null,
    candidate: await figuresOf(candidate),
    audience,
    version,
  };

  function figuresOf(statistic: StatisticRevision): Promise<FeedingFigures> {
    return statistics.use(
      { ...revisions, ...statistic },
      async ({ rows }) => {
        const [figures] = await rows(sqlFile('market/feeding.sql').text);
        return figures as FeedingFigures;
      },
      signal,
    );
  }
}

async function feedingCandidate(db: Queryable, id: number) {
  const found = await findFeedingCandidate(db, id);
  if (!found) throw new AppError(404, 'feeding_statistic_unknown', { params: { id } });
  if (found.deleted) throw new AppError(409, 'feeding_statistic_deleted');
  if (!found.active) throw new AppError(409, 'feeding_statistic_disabled');
  if (found.combined) throw new AppError(409, 'feeding_statistic_combined');
  return { statistic: id, revision: found.revision, audience: found.audience };
}

function stateOf(value: number | null, there: Statistic | undefined): FeedingChoice['state'] {
  if (value === null) return 'none';
  if (!there) return 'deleted';
  return there.active ? 'usable' : 'disabled';
}
