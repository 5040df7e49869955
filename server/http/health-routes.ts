import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '#analytics/engine.ts';
import { readiness as answer, liveness, type Readiness } from '#shared/schemas/health.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Changes } from '../platform/cache-invalidation/changes.ts';
import { isClockRight } from '../platform/clock.ts';
import type { RequireRoom } from '../platform/disk-room.ts';
import { AppError } from '../platform/errors.ts';
import { defineRoute, type Route } from './route.ts';

const KEPT_MILLISECONDS = 1000;
/** A file system that is gone may never answer. */
const DEADLINE_MILLISECONDS = 2000;

/** For whoever watches over the portal, or sends requests to one of several processes. */
export function healthRoutes({
  changes,
  incoming,
  engine,
  ending,
}: Pick<Dependencies, 'changes' | 'incoming' | 'engine' | 'ending'>): Route[] {
  const readiness = createReadiness(changes, incoming.requireRoom, ending.signal, engine);
  return [
    defineRoute({
      method: 'get',
      path: '/api/health/live',
      summary: 'Whether this process answers at all; it asks nobody else. Where it does not, start it anew.',
      access: 'everyone',
      ignoresToken: true,
      answer: liveness,
      handle: () => ({ live: true as const }),
    }),
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

/**
 * Gives what says whether requests should come here. However often it is asked, PostgreSQL is asked no more for it: that
 * is there when a heartbeat came back through it within the last three seconds.
 */
export function createReadiness(
  changes: Pick<Changes, 'live' | 'commits'>,
  requireRoom: RequireRoom,
  ending: AbortSignal,
  engine: Pick<Engine, 'full'>,
): () => Promise<Readiness['checks']> {
  let looked: Promise<boolean> | undefined;

  return async () => {
    looked ??= look();
    const disk = await Promise.race([looked, sleep(DEADLINE_MILLISECONDS, false, { ref: false })]);
    return {
      database: changes.live && changes.commits,
      clock: isClockRight(),
      disk,
      memory: !engine.full,
      running: !ending.aborted,
    };
  };

  async function look(): Promise<boolean> {
    try {
      await requireRoom(0);
      return true;
    } catch {
      return false;
    } finally {
      setTimeout(() => {
        looked = undefined;
      }, KEPT_MILLISECONDS).unref();
    }
  }
}
