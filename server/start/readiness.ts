import { setTimeout as sleep } from 'node:timers/promises';
import type { Readiness } from '#shared/schemas/health.ts';
import type { Changes } from '../platform/cache-invalidation/changes.ts';
import { isClockRight } from '../platform/clock.ts';
import type { RequireRoom } from '../platform/disk-room.ts';

const KEPT_MILLISECONDS = 1000;
/** A file system that is gone may never answer. */
const DEADLINE_MILLISECONDS = 2000;

/**
 * Gives what says whether requests should come here. However often it is asked, PostgreSQL is asked no more for it: that
 * is there when a heartbeat came back through it within the last three seconds.
 */
export function createReadiness(
  changes: Pick<Changes, 'live'>,
  requireRoom: RequireRoom,
): () => Promise<Readiness['checks']> {
  let looked: Promise<boolean> | undefined;

  return async () => {
    looked ??= look();
    const disk = await Promise.race([looked, sleep(DEADLINE_MILLISECONDS, false, { ref: false })]);
    return { database: changes.live, clock: isClockRight(), disk };
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
