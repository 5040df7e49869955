import type { Engine } from '#analytics/engine.ts';
import type { Readiness } from '#shared/schemas/health.ts';
import type { Changes } from '../platform/cache-invalidation/changes.ts';
import { isClockRight } from '../platform/clock.ts';

/** Whether it is asked every second, by whoever watches. */
export const isHealth = (route: string) => route.startsWith('/api/health/');

/**
 * What says whether requests should come here: what a request needs, and nothing that some of them can do without. However
 * often it is asked, PostgreSQL is asked no more for it: that is there when a heartbeat came back through it within the last
 * three seconds.
 */
export function createReadiness(
  changes: Pick<Changes, 'live' | 'commits'>,
  ending: AbortSignal,
  engine: Pick<Engine, 'full'>,
): () => Readiness['checks'] {
  return () => ({
    database: changes.live && changes.commits,
    clock: isClockRight(),
    memory: !engine.full,
    running: !ending.aborted,
  });
}
