import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import type { Context, Middleware, Next } from 'koa';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Logger } from 'pino';
import { answerErrors } from '../http/answer-errors.ts';
import { createCostLimits } from '../http/cost-limits.ts';
import { mount } from '../http/mount.ts';
import type { Metrics } from '../operation/metrics.ts';
import { isHealth } from '../operation/readiness.ts';
import { allRoutes } from './all-routes.ts';
import type { Dependencies } from './dependencies.ts';
import { objectGates } from './object-access.ts';
import { serveWebClient } from './web-client.ts';

/** Error codes of clients that hang up, which are not errors of the portal. */
const hungUp = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/;

/** The HTTP application; `routesOf` gives the calls of its API. */
export function createApp(dependencies: Dependencies, routesOf = allRoutes): Koa {
  const { config, log, announcer, signIn, metrics } = dependencies;
  const app = new Koa({ proxy: config.trustedProxies > 0, maxIpsCount: config.trustedProxies });
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!hungUp.test(error.code ?? '')) log.error({ err: error }, 'answer failed');
  });
  app.use(logRequests(log, metrics.requestAnswered));
  app.use(secureHeaders(config.publicUrl?.startsWith('https:') ?? false));
  app.use(
    compress({
      threshold: 1024,
      // Not x-ndjson: progress must arrive at once, not when a compressed block is full.
      filter: (type) => /\/json$|javascript|css|html|svg|csv|atom/.test(type),
      br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      gzip: { level: 1 },
    }),
  );
  app.use(answerErrors());
  app.use(
    mount(
      routesOf(dependencies),
      objectGates(dependencies),
      signIn.userOf,
      announcer.everyoneHasHeard,
      createCostLimits(config.hourlyCosts),
    ),
  );
  for (const middleware of serveWebClient()) app.use(middleware);
  return app;
}

/**
 * Gives every request an id (x-request-id), logs its route, status and time, and counts it; no query, no person. Health
 * checks come every second and are logged at debug level.
 */
export function logRequests(logger: Logger, count: Metrics['requestAnswered']): Middleware {
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
      const entry = { method: ctx.method, route, status: ctx.status, milliseconds };
      ctx.state.log[isHealth(route) ? 'debug' : 'info'](entry, 'request');
      count(ctx.method, route, ctx.status, milliseconds);
    }
  };
}

/**
 * Response headers against loading or embedding foreign content. Styles set by scripts property by property are
 * permitted; styles in attributes or elements are not.
 */
function secureHeaders(secure: boolean): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  }) as Middleware;
}
