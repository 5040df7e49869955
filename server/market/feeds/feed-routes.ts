import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { releaseColumns, withoutColumns } from '#analytics/columns.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { findView } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';
import { pathId, text } from '#shared/fields.ts';
import { LONGEST_CATALOGUE_NAME } from '#shared/limits.ts';
import { feed, feedViews, feedWithToken } from '#shared/schemas/feeds.ts';
import { createRateLimit } from '../../accounts/sign-in/rate-limits.ts';
import { lockUser } from '../../accounts/sign-in/session-queries.ts';
import { clientGone } from '../../http/client-gone.ts';
import { portalUrl } from '../../http/portal-url.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { type SentFile, sendFile } from '../../http/send-file.ts';
import { hashToken } from '../../http/tokens.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError, invalidInput, notFound } from '../../platform/errors.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { stockoutListDate } from '../../reference-data/publishing/catalogue-queries.ts';
import type { Results } from '../../statistics/views/results.ts';
import { type MarketViewParts, tablesOfMarketView, viewContext } from '../../statistics/views/view-tables.ts';
import { csvText } from '../../workbooks/csv.ts';
import type { Dependencies } from '../dependencies.ts';
import { atomFeed, type FeedSource } from './atom.ts';
import {
  deleteFeed,
  type FollowedFeed,
  insertFeed,
  listFeeds,
  renameFeed,
  replaceFeedToken,
} from './feed-queries.ts';
import { type FeedRow, marketPages } from './row-facts.ts';

const FEEDS_PER_USER = 50;

/** Enough for a program that polls every few minutes, and a person trying it out. */
const REQUESTS = 60;
const WINDOW_SECONDS = 10 * 60;

const name = text(100).trim().min(1);
const params = z.object({ id: pathId });
const followed = z.object({ token: text(200) });
const value = text(LONGEST_CATALOGUE_NAME);

/** Saved filters of the market that other programs follow, and the feeds themselves. */
export function feedRoutes(dependencies: Dependencies): Route[] {
  const { pool, config, followFeed } = dependencies;
  const limit = createRateLimit(pool, 'feed', REQUESTS, WINDOW_SECONDS);
  return [
    defineRoute({
      method: 'get',
      path: '/api/feeds',
      summary: 'The caller’s feeds.',
      access: 'signedIn',
      answer: z.array(feed),
      handle: (_ctx, { user }) => listFeeds(pool, user.id),
    }),
    defineRoute({
      method: 'post',
      path: '/api/feeds',
      summary: 'Saves a filter of the market as a feed; its token is told in this answer alone.',
      access: 'signedIn',
      audit: null,
      announces: false,
      body: z.strictObject({
        name,
        view: z.enum(feedViews),
        parameters: z.record(text(100), z.union([value, z.array(value).max(1000)])).default({}),
      }),
      answer: feedWithToken,
      async handle(_ctx, { body, user }) {
        checkParameters(body);
        const token = newToken();
        const saved = await inTransaction(pool, async (client) => {
          // The lock makes concurrent requests respect the limit.
          await lockUser(client, user.id);
          return insertFeed(client, user.id, body, hashToken(token), FEEDS_PER_USER);
        });
        if (!saved) throw new AppError(409, 'feeds_too_many', { params: { most: FEEDS_PER_USER } });
        return { ...saved, token };
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/feeds/:id',
      summary: 'Renames a feed of the caller’s.',
      access: 'signedIn',
      audit: null,
      versioned: false,
      announces: true,
      params,
      objects: { id: 'own' },
      body: z.strictObject({ name }),
      answer: feed,
      handle: async (_ctx, { params: { id }, body, user }) =>
        (await renameFeed(pool, user.id, id, body.name)) ?? none(),
    }),
    defineRoute({
      method: 'post',
      path: '/api/feeds/:id/token',
      summary: 'Gives a feed of the caller’s another token; the one before ends in every process.',
      access: 'signedIn',
      audit: null,
      announces: true,
      params,
      objects: { id: 'own' },
      answer: feedWithToken,
      async handle(_ctx, { params: { id }, user }) {
        const token = newToken();
        const changed = (await replaceFeedToken(pool, user.id, id, hashToken(token))) ?? none();
        return { ...changed, token };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/feeds/:id',
      summary: 'Ends a feed of the caller’s, in every process.',
      access: 'signedIn',
      audit: null,
      announces: true,
      params,
      objects: { id: 'own' },
      async handle(ctx, { params: { id }, user }) {
        if (!(await deleteFeed(pool, user.id, id))) none();
        ctx.status = 204;
      },
    }),
    ...(['csv', 'atom'] as const).map((form) =>
      defineRoute({
        method: 'get',
        path: `/api/feeds/:token/${form}`,
        summary: `What a feed holds now, as ${form === 'csv' ? 'CSV' : 'Atom feed'}; its token is all it takes.`,
        access: 'everyone',
        ignoresToken: true,
        params: followed,
        objects: { token: 'secret' },
        async handle(ctx, { params: { token } }) {
          const found = await followFeed(token);
          await limit.count(String(found.id));
          const portal = portalUrl(ctx, config);
          const self = `${portal}/api/feeds/${token}/${form}`;
          const file = await feedFile(dependencies, found, form, { portal, self }, clientGone(ctx));
          sendFile(ctx, file);
          ctx.set('cache-control', 'private, no-cache');
          ctx.set('vary', 'accept-encoding');
          // Weak, because it is compressed later.
          ctx.etag = `W/"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 27)}"`;
          if (ctx.fresh) ctx.status = 304;
        },
      }),
    ),
  ];
}

/** @throws AppError 400 naming parameters that the view lacks */
function checkParameters({ view, parameters }: { view: string; parameters: Record<string, unknown> }): void {
  const parsed = findView(view)!.parameters.safeParse(parameters);
  if (parsed.success) return;
  throw invalidInput(
    parsed.error.issues.map(({ path, message }) => ({ path: ['parameters', ...path], message })),
  );
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function none(): never {
  throw notFound();
}

type FeedForm = 'csv' | 'atom';

/** Addresses of the portal and of the feed. */
type FeedPlace = { portal: string; self: string };

type FeedParts = MarketViewParts & {
  results: Results;
  answerVersion: string;
  settings: () => Promise<Settings>;
};

/**
 * The current rows of the feed's view that its owner may see, as a file. @throws AppError 409 when its filter is no
 * longer valid for the view, or while no catalogue is published
 */
async function feedFile(
  parts: FeedParts,
  feed: FollowedFeed,
  form: FeedForm,
  { portal, self }: FeedPlace,
  gone: AbortSignal,
): Promise<SentFile & { bytes: Uint8Array }> {
  const view = feedView(feed);
  const parsed = view.parameters.safeParse(feed.parameters);
  if (!parsed.success) throw new AppError(409, 'feed_outdated');
  const { answerVersion, results, pool, currentRevisions } = parts;
  const { provider } = await parts.settings();
  const context = await viewContext(parts, feed.language);
  const tables = await tablesOfMarketView(parts, view, feed.owner);
  const listDate = await stockoutListDate(pool, (await currentRevisions()).stockouts);
  const author = provider.name;
  const page = `${portal}${marketPages[feed.view]}${queryOf(parsed.data)}`;
  const place = { self, page, author, listDate, today: context.today };
  const { hidden } = tables;
  const depends = [form, place, feed, context, tables.key, hidden, sqlFile(view.sql).version, answerVersion];
  const key = `feed ${JSON.stringify(depends)}`;
  const { body } = await results.body(key, undefined, gone, async (signal) => {
    const { rows, source, missingOn } = await tables.use(async (connection) => {
      const columns = await runView(connection, view, parsed.data, context);
      const json = Buffer.from(encodeJson(withoutColumns(columns, hidden), 'many')).toString();
      releaseColumns(columns);
      const [source] = await connection.rows(sqlFile('market/source.sql').text);
      const outages = await connection.rows(
        'select gtin, missing_on::varchar as since from outages where back_on is null',
      );
      return {
        rows: JSON.parse(json) as FeedRow[],
        source: source as FeedSource | undefined,
        missingOn: new Map(
          (outages as { gtin: string; since: string }[]).map(({ gtin, since }) => [gtin, since]),
        ),
      };
    }, signal);
    return Buffer.from(
      form === 'csv' ? csv(view, rows, hidden) : atomFeed(feed, rows, { ...place, source, missingOn }),
    );
  });
  // Feeds are never streamed.
  const bytes = body as Uint8Array;
  return form === 'csv'
    ? { type: 'text/csv; charset=utf-8', bytes, saveAs: fileName('csv', feed.name) }
    : { type: 'application/atom+xml; charset=utf-8', bytes };
}

/** A heading of wire names, then the rows. */
function csv(view: View, rows: readonly FeedRow[], hidden: readonly string[]): string {
  const names = Object.keys(view.row.shape).filter((name) => !hidden.includes(name));
  return csvText([names, ...rows.map((row) => names.map((name) => row[name] ?? null))]);
}

function feedView({ view: name }: FollowedFeed): View & { subject: 'market' } {
  const view = findView(name);
  if (view?.subject !== 'market') throw new AppError(409, 'feed_outdated');
  return view;
}

/**
 * All parameters, the order too, because a page completes an address without parameters by defaults or the tab's last
 * choices; an explicit default stands where there are none.
 */
function queryOf(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => (value === null ? [] : [[name, String(value)]])),
    ),
  );
  if ([...query.keys()].every((name) => name === 'find')) query.set('general', '');
  return `?${query}`;
}
