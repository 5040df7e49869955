import { z } from 'zod';
import { inTransaction } from '../db/query.ts';
import {
  deleteStatistic,
  restoreStatistic,
  type StatisticEdit,
  setStatisticAccomplished,
  setStatisticActive,
  updateStatistic,
} from '../db/statistic-changes.ts';
import { findStatisticById, type Statistic } from '../db/statistics.ts';
import { findActiveUser, type User } from '../db/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError, forbidden, notFound } from '../errors.ts';
import { changeableStatistic } from '../statistics/access.ts';
import { checkTimeRange } from '../statistics/time-range.ts';
import { statistic } from '../statistics/wire.ts';
import { defineRoute, type Route } from './route.ts';

const text = z
  .string()
  .trim()
  .max(255)
  .transform((value) => value || null)
  .nullable()
  .optional();

const edit = z.strictObject({
  /** The revision the edit is based on; without it the newest. */
  revision: z.int().optional(),
  customer: text,
  customerExternalId: text,
  customerName: text,
  timeMonthFrom: z.int().optional(),
  timeYearFrom: z.int().optional(),
  timeMonthTo: z.int().optional(),
  timeYearTo: z.int().optional(),
  comment: text,
  user: z.string().trim().min(1).max(255).optional(),
  uploader: z.int().optional(),
  headerImageId: z.int().nullable().optional(),
  testUpload: z.boolean().optional(),
});

const id = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

/** Edit, disable, accomplish, delete and restore; by statistic id, for whoever may change it. */
export function statisticChangeRoutes(dependencies: Dependencies): Route[] {
  const { pool } = dependencies;
  return [
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id',
      summary: 'Edits a statistic and answers with it; 409 when it was changed since `revision`.',
      access: 'signedIn',
      announces: true,
      params: id,
      body: edit,
      answer: statistic,
      handle: (_ctx, { params, body, user }) => editStatistic(dependencies, params.id, body, user),
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/state',
      summary: 'Enables or disables the direct link.',
      access: 'signedIn',
      announces: true,
      params: id,
      query: z.strictObject({ state: z.stringbool() }),
      answer: z.object({ active: z.boolean() }),
      async handle(_ctx, { params, query, user }) {
        await changeableStatistic(pool, user, params.id);
        await setStatisticActive(pool, params.id, query.state);
        return { active: query.state };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/accomplished',
      summary: 'Marks a statistic as accomplished or not.',
      access: 'signedIn',
      announces: true,
      params: id,
      query: z.strictObject({ accomplished: z.stringbool() }),
      answer: z.object({ accomplished: z.boolean() }),
      async handle(_ctx, { params, query, user }) {
        await changeableStatistic(pool, user, params.id);
        await setStatisticAccomplished(pool, params.id, query.accomplished);
        return { accomplished: query.accomplished };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/statistics/:id',
      summary: 'Deletes a statistic; it can be restored for 24 hours.',
      access: 'signedIn',
      announces: true,
      params: id,
      async handle(ctx, { params, user }) {
        await changeableStatistic(pool, user, params.id);
        await deleteStatistic(pool, params.id, user.id);
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/restore',
      summary: 'Brings a deleted statistic back and answers with it.',
      access: 'signedIn',
      announces: true,
      params: id,
      answer: statistic,
      async handle(_ctx, { params, user }) {
        await changeableStatistic(pool, user, params.id, true);
        if (!(await restoreStatistic(pool, params.id))) throw new AppError(410, 'restore_too_late');
        return findStatisticById(pool, params.id);
      },
    }),
  ];
}

async function editStatistic(
  dependencies: Dependencies,
  statisticId: number,
  { revision, ...changes }: z.infer<typeof edit>,
  user: User,
): Promise<Statistic> {
  const { pool } = dependencies;
  const current = await changeableStatistic(pool, user, statisticId);
  const base = revision ?? current.revision;
  if (base !== current.revision) throw conflict(current, changes);
  await checkEdit(dependencies, { ...current, ...changes, uploader: current.uploader }, changes, user);
  return inTransaction(pool, async (client) => {
    const written = await updateStatistic(client, statisticId, base, changes);
    const after = await findStatisticById(client, statisticId);
    if (!after) throw notFound();
    if (!written) throw conflict(after, changes);
    return after;
  });
}

async function checkEdit(
  { pool }: Dependencies,
  merged: Pick<
    Statistic,
    'timeMonthFrom' | 'timeYearFrom' | 'timeMonthTo' | 'timeYearTo' | 'testUpload' | 'customerExternalId'
  > &
    Pick<Statistic, 'uploader'>,
  changes: StatisticEdit,
  user: User,
): Promise<void> {
  checkTimeRange(merged);
  if (!merged.testUpload && !merged.customerExternalId) throw new AppError(400, 'customer_required');
  if (changes.uploader === undefined || changes.uploader === merged.uploader?.id) return;
  if (user.role !== 'Admin') throw forbidden();
  if (!(await findActiveUser(pool, changes.uploader))) throw new AppError(400, 'uploader_unknown');
}

/** 409 with what the client wanted beside what stands there now, for every field in which they differ. */
function conflict(current: Statistic, changes: StatisticEdit): AppError {
  const stored: Record<string, unknown> = {
    ...current,
    uploader: current.uploader?.id ?? null,
    headerImageId: current.headerImage?.id ?? null,
  };
  const issues = Object.entries(changes)
    .filter(([field, value]) => value !== undefined && value !== stored[field])
    .map(([field, yours]) => ({ field, yours, current: stored[field] ?? null }));
  return new AppError(409, 'statistic_conflict', { issues: [{ revision: current.revision }, ...issues] });
}
