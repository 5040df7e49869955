import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { z } from 'zod';
import { findView } from '#analytics/views/index.ts';
import { pathId, text } from '#shared/fields.ts';
import { feed, feedViews, feedWithToken } from '#shared/schemas/feeds.ts';
import { hashToken } from '../../accounts/sign-in/hash-token.ts';
import { createRateLimit } from '../../accounts/sign-in/rate-limits.ts';
import type { Dependencies } from '../../dependencies.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import { AppError, invalidInput, notFound } from '../../platform/errors.ts';
import { httpUrl } from '../../start/http-server.ts';
import { feedFile } from './answer-feed.ts';
import { deleteFeed, insertFeed, listFeeds, renameFeed, replaceFeedToken } from './feed-queries.ts';

const FEEDS_PER_USER = 50;

/** A program that asks every few minutes, and somebody who tries it out. */
const REQUESTS = 60;
const WINDOW_SECONDS = 10 * 60;

const name = text(100).trim().min(1);
const params = z.object({ id: pathId });
const followed = z.object({ token: text(200) });
const value = text(500);

/** Filters of the market that other programs follow, by whoever saved them; and what the programs get. */
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
        const saved = await insertFeed(pool, user.id, body, hashToken(token), FEEDS_PER_USER);
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
          const portalUrl = config.publicUrl ?? ownUrl(ctx);
          const self = `${portalUrl}/api/feeds/${token}/${form}`;
          const file = await feedFile(dependencies, found, form, { portalUrl, self }, clientGone(ctx));
          sendFile(ctx, file);
          ctx.set('cache-control', 'private, no-cache');
          ctx.set('vary', 'accept-encoding');
          // Weak, for it is compressed on its way.
          ctx.etag = `W/"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 27)}"`;
          if (ctx.fresh) ctx.status = 304;
        },
      }),
    ),
  ];

  function ownUrl(ctx: Context): string {
    return httpUrl(config.host, ctx.req.socket.localPort ?? config.port);
  }
}

/** @throws AppError 400 naming the parameters that the view does not take */
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
