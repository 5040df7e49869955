import { readiness as answer } from '#shared/schemas/health.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError } from '../platform/errors.ts';
import { createReadiness } from '../start/readiness.ts';
import { defineRoute, type Route } from './route.ts';

/** For whoever watches over the portal, or sends requests to one of several processes. */
export function healthRoutes({ changes, incoming }: Pick<Dependencies, 'changes' | 'incoming'>): Route[] {
  const readiness = createReadiness(changes, incoming.requireRoom);
  return [
    defineRoute({
      method: 'get',
      path: '/api/health/ready',
      summary:
        'Whether requests should come to this process; else 503 with the code not_ready, whose issues name by `path` the checks that fail.',
      access: 'everyone',
      ignoresToken: true,
      answer,
      async handle() {
        const checks = await readiness();
        const failed = Object.entries(checks).filter(([, holds]) => !holds);
        if (failed.length === 0) return { ready: true as const, checks };
        throw new AppError(503, 'not_ready', {
          issues: failed.map(([path]) => ({ path, message: 'failed' })),
        });
      },
    }),
  ];
}
