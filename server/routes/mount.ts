import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { z } from 'zod';
import type { User } from '../answers/user.ts';
import { forbidden, sessionEnded, unauthenticated } from '../errors.ts';
import { receiveJson } from '../request/json.ts';
import { parseInput } from '../request/parse-input.ts';
import { parseQuery } from '../request/query.ts';
import { answerConditionally } from './conditional-json.ts';
import type { Route } from './route.ts';

const jsonLimits = { bytes: 100 * 1024, values: 10_000 };

/** Makes the routes callable: who may, what they may send, then the handler. */
export function mount(
  routes: readonly Route[],
  userOf: (token: string) => Promise<User | undefined>,
  everyoneHasHeard: () => Promise<void>,
): Middleware {
  const router = new Router();
  for (const route of routes) {
    router[route.method](route.path, async (ctx) => {
      const user = await authorise(ctx as Context, route, userOf);
      const params = parse(route.params, ctx.params) ?? {};
      const query = parse(route.query, parseQuery(ctx.querystring)) ?? {};
      const body = route.body && parse(route.body, await (route.readBody ?? readJson)(ctx as Context));
      ctx.set('cache-control', 'no-store');
      const answer = await route.handle(ctx as Context, { params, query, body, user: user as User });
      if (route.announces) await everyoneHasHeard();
      if (answer !== undefined) send(ctx as Context, answer, route);
    });
  }
  return router.routes() as unknown as Middleware;
}

function send(ctx: Context, answer: unknown, { conditional }: Route): void {
  if (conditional) {
    answerConditionally(ctx, answer);
    return;
  }
  ctx.type = 'json';
  ctx.body = typeof answer === 'object' ? answer : JSON.stringify(answer);
}

/** The bearer token of a request; '' for one that can't be ours. Other schemes are somebody else's, e.g. a proxy's. */
export function bearerToken(ctx: Context): string | undefined {
  const given = /^Bearer\b *(.*)$/i.exec(ctx.get('authorization'))?.[1];
  return given === undefined || /^[\w-]{1,200}$/.test(given) ? given : '';
}

async function authorise(
  ctx: Context,
  route: Route,
  userOf: (token: string) => Promise<User | undefined>,
): Promise<User | undefined> {
  const token = bearerToken(ctx);
  const user = token ? await userOf(token) : undefined;
  if (token !== undefined && !user && !route.ignoresToken) throw sessionEnded();
  if (route.access === 'everyone') return user;
  if (!user) throw unauthenticated();
  if (route.access === 'admin' && user.role !== 'Admin') throw forbidden();
  return user;
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
