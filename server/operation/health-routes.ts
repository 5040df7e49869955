import type { Logger } from 'pino';
import { readiness as answer, liveness } from '#shared/schemas/health.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { build } from '../platform/build.ts';
import { AppError } from '../platform/errors.ts';
import type { createReadiness } from './readiness.ts';

type Parts = { readiness: ReturnType<typeof createReadiness>; log: Logger };

/** For whoever watches over the portal, or sends requests to one of several processes. */
export function healthRoutes({ readiness, log }: Parts): Route[] {
  const noteFailed = logChanges(log);
  return [
    defineRoute({
      method: 'get',
      path: '/api/health/live',
      summary:
        'Whether this process answers at all, and what it runs; it asks nobody else. Where it does not answer, start it anew.',
      access: 'everyone',
      ignoresToken: true,
      answer: liveness,
      handle: () => ({ live: true as const, ...build }),
    }),
    defineRoute({
      method: 'get',
      path: '/api/health/ready',
      summary:
        'Whether requests should come to this process; else 503 with the code not_ready, whose issues name by `path` the checks that fail.',
      access: 'everyone',
      ignoresToken: true,
      answer,
      handle() {
        const checks = readiness();
        const failed = Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
        noteFailed(failed);
        if (failed.length === 0) return { ready: true as const, checks };
        throw new AppError(503, 'not_ready', {
          issues: failed.map((path) => ({ path, message: 'failed' })),
        });
      },
    }),
  ];
}

/** What fails is in the log when it begins and ends, not with every request; whoever ends the process knows of it. */
function logChanges(log: Logger): (failed: string[]) => void {
  let told = '';
  return (all) => {
    const failed = all.filter((name) => name !== 'running');
    if (failed.join() === told) return;
    told = failed.join();
    log.warn({ failed }, failed.length > 0 ? 'not ready' : 'ready again');
  };
}
