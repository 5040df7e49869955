import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { listsByMember, readMembers } from '#analytics/compare/members.ts';
import { findView } from '#analytics/views/index.ts';
import { digits, id, optionalText, pathId, text } from '#shared/fields.ts';
import {
  type CombinedMember,
  type CombinedMembers,
  combinedMembers,
  FEWEST_MEMBERS,
  LONGEST_NAME,
  MOST_COLUMNS,
  MOST_MEMBERS,
  memberFigures,
  memberHead,
} from '#shared/schemas/combined.ts';
import { statistic } from '#shared/schemas/statistic.ts';
import { lockUser } from '../../accounts/sign-in/session-queries.ts';
import { findActiveUser, visibleUploaderIds } from '../../accounts/user-queries.ts';
import { clientGone } from '../../http/client-gone.ts';
import { sessionOf } from '../../http/mount.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { MAX_ROWS } from '../../workbooks/reading/limits.ts';
import { isUploadOf, mayChange } from '../access.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordOthersStatistic } from '../record-others.ts';
import { findStatistic, findStatisticById } from '../statistic-queries.ts';
import type { TimeRange } from '../time-range.ts';
import { parseParameters } from '../views/explain-routes.ts';
import { tablesOfStatistic } from '../views/view-tables.ts';
import {
  findCombined,
  findMembers,
  holdCombined,
  holdMembers,
  insertCombined,
  type MemberStatistic,
  memberHeads,
  memberIds,
  memberStates,
  storeMembers,
  sumsOfAll,
} from './combined-queries.ts';

const params = z.object({ id: text() });

/** Numbers of statistics, none of them twice. */
const members = <Id extends z.ZodType<number, unknown>>(each: Id) =>
  z
    .array(each)
    .min(FEWEST_MEMBERS)
    .max(MOST_MEMBERS)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must name each statistic once' });

/** Several statistics as one; before the routes of one statistic, whose paths some of these match. */
export function combinedStatisticRoutes(dependencies: Dependencies): Route[] {
  const { pool, engine, config } = dependencies;
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/combined/preview',
      summary:
        'What is to be known of statistics before they are combined: their months together, and whether the same file is among them twice.',
      access: 'signedIn',
      query: z.strictObject({
        member: z
          .preprocess((value) => (Array.isArray(value) ? value : [value]), members(pathId))
          .describe(
            'bezugsStatistikID, the key repeated; in the order in which their lines follow each other',
          ),
      }),
      answer: combinedMembers,
      async handle(_ctx, { query, user }) {
        await checkMembers(pool, query.member, await visibleUploaderIds(pool, user));
        const seen = await findMembers(pool, query.member, true);
        const states = query.member.map((id, index) => ({ position: index + 1, id, state: 'open' as const }));
        return { ...together(states, seen, () => true), mayChange: true };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/combined',
      summary:
        'Combines statistics that the caller may see, in this order, to one with a link of its own, and answers with it, or with the one that the caller has already made of them under this name.',
      access: 'signedIn',
      costs: 'upload',
      audit: null,
      announces: false,
      body: z.strictObject({
        name: text(LONGEST_NAME).trim().min(1),
        comment: optionalText,
        members: members(id).describe('bezugsStatistikID of each'),
      }),
      answer: statistic,
      async handle(ctx, { body: { name, comment = null, members }, user }) {
        const { signal, confirm } = sessionOf(ctx, dependencies, user);
        await checkMembers(pool, members, await visibleUploaderIds(pool, user));
        const sums = await sumsOfAll(pool, engine, members, signal, config.mostCodes);
        if (!sums) throw notFound();
        return inTransaction(pool, async (client) => {
          // Else of equal ones at once none would find another.
          await lockUser(client, user.id);
          await confirm(client);
          await holdMembers(client, members);
          // Who has waited for a place may see less by now.
          const seer = (await findActiveUser(client, user.id))!;
          await checkMembers(client, members, await visibleUploaderIds(client, seer));
          const by = { user: user.name, uploaderId: user.id };
          // Who was not told that it is made asks for it again.
          const same = await findCombined(client, { name, comment, ...by }, members);
          if (same) return findStatisticById(client, same.id);
          const directLinkId = randomBytes(16).toString('base64url');
          const combined = await insertCombined(client, { directLinkId, name, comment, ...by });
          await storeMembers(client, combined, members, sums);
          return findStatisticById(client, combined);
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/members',
      summary:
        'The members of a combined statistic and what has become of them, also while one of them stops it; of an upload none.',
      access: 'signedIn',
      params,
      objects: { id: 'visibleStatistic' },
      answer: combinedMembers,
      async handle(_ctx, { found, user }) {
        const { bezugsStatistikID } = found.id;
        const states = await memberStates(pool, [bezugsStatistikID]);
        const statistics = await findMembers(
          pool,
          states.map(({ id }) => id).filter((id) => id !== null),
          true,
        );
        const uploaderIds = await visibleUploaderIds(pool, user);
        return {
          ...together(states, statistics, (each) => isUploadOf(uploaderIds, each)),
          mayChange: await mayChange(pool, user, found.id),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/members/heads',
      summary: 'Whose statistics of which months a combined one consists of; of an upload none.',
      access: 'everyone',
      params,
      objects: { id: 'link' },
      answer: z.array(memberHead),
      conditional: true,
      handle: (_ctx, { found }) => memberHeads(pool, found.id.id),
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/members/figures',
      summary:
        "Packs and turnover of the rows of a list, and of all of it, by members of a combined statistic, which add up to the list's. Takes the view's own parameters too.",
      access: 'everyone',
      costs: 'explain',
      params,
      objects: { id: 'link' },
      query: z.looseObject({
        view: z.enum(listsByMember),
        member: z
          .preprocess(
            (value) => (Array.isArray(value) ? value : [value]),
            z.array(digits(1, MOST_MEMBERS)).min(1).max(MOST_COLUMNS),
          )
          .describe('its place, the key repeated'),
      }),
      answer: z.array(memberFigures),
      conditional: true,
      async handle(ctx, { params, query: { view: name, member, ...rest } }) {
        const view = findView(name)!;
        const parameters = parseParameters(view, rest);
        const { useLines: onLines } = await tablesOfStatistic(dependencies, params.id);
        return onLines((connection) => readMembers(connection, view, parameters, member), clientGone(ctx));
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/statistics/:id/members',
      summary: 'Leaves these members in a combined statistic, in their order of before, and answers with it.',
      access: 'signedIn',
      audit: 'statistic.changed',
      versioned: false,
      announces: true,
      params,
      objects: { id: 'changeableByLink' },
      body: z.strictObject({
        positions: members(z.int().min(1).max(MOST_MEMBERS)),
        of: z
          .int()
          .min(1)
          .max(MOST_MEMBERS)
          .optional()
          .describe('members that there were when the places were read; with fewer by now they are others'),
      }),
      answer: statistic,
      async handle(ctx, { params, found: { id: combined }, body, user }) {
        const { signal, confirm } = sessionOf(ctx, dependencies, user);
        const { bezugsStatistikID } = combined;
        if (combined.members === null) throw notFound();
        const before = await memberIds(pool, bezugsStatistikID);
        // None is ever added.
        if (body.of !== undefined && body.of !== before.length) throw changed();
        const left = before.filter(({ position }) => body.positions.includes(position));
        const ids = left.map(({ id }) => id).filter((id) => id !== null);
        const sums = await sumsOfAll(pool, engine, ids, signal, config.mostCodes);
        if (!sums || ids.length < body.positions.length) throw changed();
        await inTransaction(pool, async (client) => {
          await confirm(client);
          if (!(await mayChange(client, user, combined))) throw notFound();
          // Before the combined one, as they are locked where a member is edited.
          await holdMembers(client, ids);
          await holdCombined(client, bezugsStatistikID);
          const now = await memberIds(client, bezugsStatistikID);
          if (JSON.stringify(now) !== JSON.stringify(before)) throw changed();
          await storeMembers(client, bezugsStatistikID, ids, sums);
          await recordOthersStatistic(client, user, combined, 'changed', [
            { members: before.length },
            { members: ids.length },
          ]);
        });
        return findStatistic(pool, params.id);
      },
    }),
  ];
}

/** Months between the first and the last of which there is none, and those of which there are several; in their order. */
export function monthsTogether(ranges: readonly TimeRange[]): Pick<CombinedMembers, 'gaps' | 'overlaps'> {
  const spans = ranges.map((range) => ({
    first: range.timeYearFrom * 12 + range.timeMonthFrom - 1,
    last: range.timeYearTo * 12 + range.timeMonthTo - 1,
  }));
  const counted: { from: number; to: number; statistics: number }[] = [];
  // The number of them changes where one begins, and after one has ended.
  const starts = [...new Set(spans.flatMap(({ first, last }) => [first, last + 1]))].sort((a, b) => a - b);
  for (const [index, from] of starts.slice(0, -1).entries()) {
    const to = starts[index + 1]! - 1;
    const statistics = spans.filter(({ first, last }) => first <= from && to <= last).length;
    const before = counted.at(-1);
    if (before?.statistics === statistics) before.to = to;
    else counted.push({ from, to, statistics });
  }
  return {
    gaps: counted.filter(({ statistics }) => statistics === 0).map(({ from, to }) => range(from, to)),
    overlaps: counted
      .filter(({ statistics }) => statistics > 1)
      .map(({ from, to, statistics }) => ({ ...range(from, to), statistics })),
  };
}

const changed = () => new AppError(409, 'combined_members_changed');

/**
 * Whether statistics can be combined. Throws AppError 404 for what none of `uploaderIds` uploaded, 400 for one that is disabled or
 * combines others itself, and for more lines than a file may have.
 */
async function checkMembers(
  db: Queryable,
  ids: readonly number[],
  uploaderIds: number[] | null,
): Promise<void> {
  const found = await findMembers(db, ids, false);
  const all = ids.map((id) => found.get(id));
  let lines = 0;
  for (const each of all) {
    if (!each || each.deleted || !isUploadOf(uploaderIds, each)) throw notFound();
    if (!each.active || each.combined) throw new AppError(400, 'combined_member_unfit');
    lines += each.lines;
  }
  if (lines >= MAX_ROWS)
    throw new AppError(400, 'combined_too_many_lines', { params: { most: MAX_ROWS - 1 } });
}

/** What is to be known of members together; of those alone that whoever asks may see it is said which they are. */
function together(
  places: readonly Pick<CombinedMember & { id: number | null }, 'position' | 'id' | 'state'>[],
  statistics: ReadonlyMap<number, MemberStatistic>,
  isSeen: (statistic: MemberStatistic) => boolean,
): Omit<CombinedMembers, 'mayChange'> {
  const all = places.map((place) => ({
    ...place,
    found: place.id === null ? undefined : statistics.get(place.id),
  }));
  const there = all.flatMap(({ found }) => found ?? []);
  return {
    members: all.map(({ position, state, found }, index) => ({
      position,
      state,
      statistic: found && isSeen(found) ? shown(found) : null,
      sameAs: all.slice(0, index).find((earlier) => isSame(earlier.found, found))?.position ?? null,
    })),
    customers: new Set(
      there.map(({ customerExternalId, bezugsStatistikID }) => customerExternalId ?? bezugsStatistikID),
    ).size,
    ...monthsTogether(there),
  };
}

function shown({
  uploader: _,
  active: __,
  deleted: ___,
  combined: ____,
  sha256: _____,
  print: ______,
  ...rest
}: MemberStatistic) {
  return rest;
}

/** The same file, or the same packs of the same articles, which a file has that was saved anew. */
function isSame(one: MemberStatistic | undefined, other: MemberStatistic | undefined): boolean {
  if (!one || !other) return false;
  return (
    (one.sha256 !== null && one.sha256 === other.sha256) || (one.print !== null && one.print === other.print)
  );
}

function range(from: number, to: number): TimeRange {
  return {
    timeMonthFrom: (from % 12) + 1,
    timeYearFrom: Math.floor(from / 12),
    timeMonthTo: (to % 12) + 1,
    timeYearTo: Math.floor(to / 12),
  };
}
