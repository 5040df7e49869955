import { constants } from 'node:zlib';
import Koa from 'koa';
import compress from 'koa-compress';
import type { Dependencies } from '../dependencies.ts';
import { answerErrors } from '../http/answer-errors.ts';
import { mount } from '../http/mount.ts';
import { logRequests } from '../http/request-log.ts';
import { secureHeaders } from '../http/security-headers.ts';
import { allRoutes } from './all-routes.ts';
import { objectGates } from './objects.ts';
import { serveWebClient } from './serve-web-client.ts';

/** Codes of a client that hangs up while it sends or is being answered, which is nobody's error. */
const hungUp = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|HPE_\w+)$/;

/** The HTTP application on its parts. `routesOf`: the calls of its API. */
export function createApp(dependencies: Dependencies, routesOf = allRoutes): Koa {
  const { config, log, announcer, signIn } = dependencies;
  const app = new Koa({ proxy: config.trustedProxies > 0, maxIpsCount: config.trustedProxies });
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!hungUp.test(error.code ?? '')) log.error({ err: error }, 'answer failed');
  });
  app.use(logRequests(log));
  app.use(secureHeaders(config.publicUrl?.startsWith('https:') ?? false));
  app.use(
    compress({
      threshold: 1024,
      // Not x-ndjson: progress is to arrive as it happens, not when a block is full.
      filter: (type) => /\/json$|javascript|css|html|svg|csv|atom/.test(type),
      br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      gzip: { level: 1 },
    }),
  );
  app.use(answerErrors());
  app.use(
    mount(routesOf(dependencies), objectGates(dependencies), signIn.userOf, announcer.everyoneHasHeard),
  );
  for (const middleware of serveWebClient()) app.use(middleware);
  return app;
}
