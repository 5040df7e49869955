import { randomUUID } from 'node:crypto';
import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';

/** Gives every request an id (answered as x-request-id) and logs its route, status and time; no query, no person. */
export function logRequests(logger: Logger): Middleware {
  return async (ctx: Context, next: Next) => {
    const started = performance.now();
    ctx.state.requestId = randomUUID();
    ctx.state.log = logger.child({ requestId: ctx.state.requestId });
    ctx.set('x-request-id', ctx.state.requestId);
    try {
      await next();
    } finally {
      const milliseconds = Math.round((performance.now() - started) * 10) / 10;
      const route: string = ctx._matchedRoute ?? 'other';
      ctx.state.log.info({ method: ctx.method, route, status: ctx.status, milliseconds }, 'request');
    }
  };
}
