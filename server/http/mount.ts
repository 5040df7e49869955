import { createHash } from 'node:crypto';
import { parse as parsePairs } from 'node:querystring';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { z } from 'zod';
import { onBehalfOf } from '#analytics/semaphore.ts';
import type { User } from '#shared/schemas/user.ts';
import type { Queryable } from '../platform/database/query.ts';
import { AppError, forbidden, invalidInput, sessionEnded, unauthenticated } from '../platform/errors.ts';
import { answerBackpressure } from './backpressure.ts';
import { clientAddress } from './client-address.ts';
import { clientGone, onceClosed } from './client-gone.ts';
import { type Costs, createCostLimits } from './cost-limits.ts';
import { versionAsked } from './request/if-match.ts';
import { receiveJson } from './request/json.ts';
import { parseInput } from './request/parse-input.ts';
import type { Asked, ObjectGates, Route } from './route.ts';
import { scopeOf } from './tokens.ts';

/** Watches a session during long work in its name. */
export type SessionWatch = {
  /** Aborts with AppError 401 soon after the session ends, by whatever process or by expiry. */
  signal: AbortSignal;
  /**
   * Throws AppError 401 unless the session is still valid, and 403 if its user is no longer an administrator. In a
   * transaction, both hold until its end.
   */
  confirm(db: Queryable): Promise<void>;
  /** Call when the work is done. */
  release(): void;
};

export type WatchSession = (token: string, user: Pick<User, 'id' | 'role'>) => SessionWatch;

const jsonLimits = { bytes: 100 * 1024, values: 10_000 };

/** Node's query parser ignores what comes after these. */
const MOST_PAIRS = 1000;

/**
 * Mounts the routes: authorise, find the objects, parse the input, then call the handler. A body can take minutes to
 * arrive, so authorisation and objects are checked again once it is complete.
 */
export function mount(
  routes: readonly Route[],
  gates: ObjectGates,
  userOf: (token: string) => Promise<User | undefined>,
  everyoneHasHeard: () => Promise<void>,
  costs: Costs = createCostLimits(),
  untaken = answerBackpressure(),
): Middleware {
  const router = new Router();
  for (const route of routes) {
    checkNamed(route);
    router[route.method](route.path, async (context) => {
      const ctx = context as Context;
      const address = clientAddress(ctx);
      const user = await onBehalfOf(address, () => authorise(ctx, route, userOf));
      const who = user ? `user ${user.id}` : address;
      if (route.costs) ctx.set('ratelimit', `"${route.costs}";r=${costs.take(who, route.costs)}`);
      // Only for signed-in users: visitors change nothing with a long answer, and may share an address with somebody who
      // signs in.
      if (user && ctx.method !== 'GET') untaken.requireRoom(who);
      ctx.state.hold = (bytes: number) => untaken.hold(ctx, who, bytes);
      ctx.state.tryHold = (bytes: number) => untaken.tryHold(ctx, who, bytes);
      await onBehalfOf(who, () => serve(ctx, route, user));
      untaken.hold(ctx, who);
    });
  }
  return router.routes() as unknown as Middleware;

  async function serve(ctx: Context, route: Route, user: User | undefined): Promise<void> {
    let input = await enter(user);
    const sent = await route.receive?.(ctx, input);
    const read = route.body && (await (route.readBody ?? readJson)(ctx));
    if (sent || route.body) {
      try {
        input = await enter(await authorise(ctx, route, userOf));
      } catch (error) {
        await sent?.remove();
        throw error;
      }
    }
    const body = parse(route.body, read);
    ctx.set('cache-control', 'no-store');
    const version = route.versioned ? versionAsked(ctx) : undefined;
    const answer = await route.handle(ctx, { ...input, body, sent, version });
    if (route.announces) await everyoneHasHeard();
    if (answer !== undefined) send(ctx, answer, route);

    async function enter(by: User | undefined) {
      const params = parse(route.params, ctx.params) ?? {};
      const query = parse(route.query, parseQuery(ctx.querystring)) ?? {};
      const found = await findObjects(route, gates, { params, query }, by);
      return { user: by as User, params, query, found };
    }
  }
}

function send(ctx: Context, answer: unknown, { conditional }: Route): void {
  if (conditional) {
    answerConditionally(ctx, answer);
    return;
  }
  ctx.type = 'json';
  // Serialised here, so that its size is known.
  ctx.body = answer === null ? null : JSON.stringify(answer);
}

/** The bearer token of a request; '' for one that cannot be ours. Other schemes are ignored, e.g. a proxy's. */
export function bearerToken(ctx: Context): string | undefined {
  const given = /^Bearer\b *(.*)$/i.exec(ctx.get('authorization'))?.[1];
  return given === undefined || /^[\w-]{1,200}$/.test(given) ? given : '';
}

async function authorise(
  ctx: Context,
  route: Route,
  userOf: (token: string) => Promise<User | undefined>,
): Promise<User | undefined> {
  if (route.ignoresToken) return undefined;
  const token = bearerToken(ctx);
  const scope = scopeOf(token ?? '');
  if (scope && scope !== route.scope) throw new AppError(403, 'token_scope');
  const user = token ? await userOf(token) : undefined;
  if (token !== undefined && !user) throw sessionEnded();
  if (route.access === 'everyone') return user;
  if (!user) throw unauthenticated();
  if (route.access === 'admin' && user.role !== 'Admin') throw forbidden();
  return user;
}

/** @throws when a path parameter names no object: a route must say what each parameter names */
function checkNamed({ method, path, objects = {} }: Route): void {
  const unnamed = [...path.matchAll(/:(\w+)/g)].find(([, name]) => !Object.hasOwn(objects, name!));
  if (unnamed) throw new Error(`${method} ${path} does not say what kind of object ${unnamed[0]} names`);
}

/**
 * The objects that a request names, each found by the gate of its kind. @throws AppError for objects that the caller may
 * not use
 */
async function findObjects(
  { objects = {} }: Route,
  gates: ObjectGates,
  asked: { params: Record<string, unknown>; query: Record<string, unknown> },
  user: User | undefined,
): Promise<Record<string, never>> {
  const found: Record<string, never> = {};
  for (const [name, kind] of Object.entries(objects)) {
    const value = name.startsWith('query.') ? asked.query[name.slice('query.'.length)] : asked.params[name];
    if (value === undefined && name.startsWith('query.')) continue;
    const gate = gates[kind] as (value: unknown, by: Asked) => unknown;
    found[name] = (await gate(value, { user, params: asked.params })) as never;
  }
  return found;
}

/** The parameters of a query string. @throws AppError 400 beyond the number that the parser reads */
function parseQuery(query: string): Record<string, string | string[] | undefined> {
  if (query.split('&', MOST_PAIRS + 1).length > MOST_PAIRS) {
    throw invalidInput([{ path: [], message: `more than ${MOST_PAIRS} parameters` }]);
  }
  return { ...parsePairs(query) };
}

async function readJson(ctx: Context): Promise<unknown> {
  return (await receiveJson(ctx, jsonLimits)).value();
}

function parse<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
): z.infer<Schema> | undefined {
  return schema && parseInput(schema, value);
}

/**
 * Answers JSON with an ETag, or 304 where the client has the same. The tag is a hash of the answer itself, which depends
 * on more than revisions: texts, settings, the version of this program. It is weak, because the answer is compressed
 * later.
 */
function answerConditionally(ctx: Context, answer: unknown): void {
  const json = JSON.stringify(answer);
  ctx.set('cache-control', 'private, no-cache');
  ctx.set('vary', 'accept-encoding, accept-language, authorization');
  ctx.status = 200;
  ctx.etag = `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'application/json';
  ctx.body = json;
}

/** Watches the session until the request is answered; its signal also aborts when the client is gone. */
export function sessionOf(
  ctx: Context,
  { watchSession }: { watchSession: WatchSession },
  user: User,
): Omit<SessionWatch, 'release'> {
  const { signal, confirm, release } = watchSession(bearerToken(ctx) ?? '', user);
  onceClosed(ctx, release);
  return { signal: AbortSignal.any([signal, clientGone(ctx)]), confirm };
}
