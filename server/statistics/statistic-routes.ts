import { z } from 'zod';
import { day, digits, text, truth } from '#shared/fields.ts';
import {
  earlierStatistic,
  linkedTo,
  listedStatistic,
  type Statistic,
  type StatisticBehindLink,
  seenByAll,
} from '#shared/schemas/statistic.ts';
import { changeableUploaderIds, visibleUploaderIds } from '../accounts/user-queries.ts';
import { bearerToken } from '../http/mount.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { scopeOf } from '../http/tokens.ts';
import { notFound } from '../platform/errors.ts';
import { isUploadOf } from './access.ts';
import { isStopped, memberStates } from './combined/combined-queries.ts';
import type { Dependencies } from './dependencies.ts';
import { findEarlierStatistics } from './earlier-statistic-queries.ts';
import { listStatistics } from './statistic-queries.ts';

const month = digits(1, 12);
const year = digits(1, 9999);

/** What uploads are looked for by, and the page of their list. */
export const uploadFilter = {
  PageSize: digits(1, 100).default(100),
  PageNumber: digits(1, 1_000_000).default(1),
  search: searchText().describe(
    'words of the customer’s name, number, chain or address, the representative’s or the file’s name, or the day DD.MM.YYYY',
  ),
  user: searchText(),
  date: z.union([z.literal('').transform(() => undefined), day]).optional(),
  customerExternalId: searchText(),
  customerName: searchText(),
};

export function statisticRoutes({ pool, usage }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics',
      summary: 'Uploads that the caller may see, newest first; x-has-next-page tells whether more follow.',
      access: 'signedIn',
      query: z.strictObject({
        ...uploadFilter,
        deleted: truth.default(false).describe('those that can still be restored'),
      }),
      answer: z.array(listedStatistic),
      async handle(ctx, { query: { PageSize, PageNumber, ...filter }, user }) {
        const [uploaderIds, changeable] = await Promise.all([
          visibleUploaderIds(pool, user),
          changeableUploaderIds(pool, user),
        ]);
        const rows = await listStatistics(pool, {
          uploaderIds,
          ...filter,
          limit: PageSize + 1,
          offset: PageSize * (PageNumber - 1),
        });
        ctx.set('x-has-next-page', String(rows.length > PageSize));
        const page = rows.slice(0, PageSize);
        const combined = page.filter(({ members }) => members !== null);
        const states = await memberStates(
          pool,
          combined.map(({ bezugsStatistikID }) => bezugsStatistikID),
        );
        return page.map((row) => ({
          ...whole(row),
          mayChange: isUploadOf(changeable, row),
          stopped: isStopped(states, row.bezugsStatistikID),
        }));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id',
      summary:
        'One statistic by its direct link id; visitors get less. Also by its bezugsStatistikID for signed-in callers who may see it; access tokens by the link alone.',
      access: 'everyone',
      scope: 'upload',
      params: z.object({ id: text() }),
      objects: { id: 'statistic' },
      answer: linkedTo,
      handle(ctx, { params, found: { id }, user }) {
        // A program reads back what it has uploaded by the link that it was given, and finds nothing by counting.
        if (scopeOf(bearerToken(ctx) ?? '') && params.id !== id.statistic.directLinkId) throw notFound();
        return id.whole ? whole(id.statistic) : throughLink(id.statistic, Boolean(user));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/openings',
      summary: 'Counts an opening of the dashboard, of visitors without anything about them.',
      access: 'everyone',
      audit: null,
      announces: false,
      params: z.object({ id: text() }),
      objects: { id: 'link' },
      handle(ctx, { found, user }) {
        usage.count('opening', user, found.id.id);
        ctx.status = 204;
      },
    }),
  ];
}

/** The file's name stands under both the specification's names. */
function whole<Row extends { fileName: string }>(row: Row): Row & { filename: string } {
  return { ...row, filename: row.fileName };
}

function searchText() {
  return text()
    .trim()
    .transform((given) => given || undefined)
    .optional();
}

/** What whoever has the direct link may see; signed-in users also whose statistic it is. */
function throughLink(statistic: Statistic, signedIn: boolean): StatisticBehindLink {
  const fields = Object.keys(seenByAll) as (keyof typeof seenByAll)[];
  const shown = Object.fromEntries(fields.map((field) => [field, statistic[field]]));
  return {
    ...(shown as Pick<Statistic, keyof typeof seenByAll>),
    ...(signedIn ? { customerExternalId: statistic.customerExternalId } : {}),
  };
}

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
