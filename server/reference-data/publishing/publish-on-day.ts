import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { zurichTime } from '#shared/zurich.ts';
import { dueProposals } from './proposal-queries.ts';
import { publishOnItsDay } from './publish-catalogue.ts';

/** Looked for at least so often, so that what another process schedules is seen. */
const INTERVAL_MILLISECONDS = 60_000;

/**
 * Publishes what waits for its day as soon as that begins in Zurich: now, at every midnight, and once a minute for what
 * was scheduled elsewhere. Any number of processes can do so; one of them publishes. Gives its end.
 */
export function publishOnTheirDays(pool: Pool, onError: (error: unknown) => void): () => Promise<void> {
  let ended = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  look();
  return () => {
    ended = true;
    clearTimeout(timer);
    return running;
  };

  function look(): void {
    running = publishDue()
      .catch(onError)
      .then(() => {
        if (ended) return;
        timer = setTimeout(look, Math.min(INTERVAL_MILLISECONDS, millisecondsToMidnight(now())));
        timer.unref();
      });
  }

  async function publishDue(): Promise<void> {
    for (const id of await dueProposals(pool, todayInZurich())) {
      if (ended) return;
      await publishOnItsDay(pool, id);
    }
  }
}

/**
 * Milliseconds until the clocks of Zurich may next show midnight: a change of the clocks before it is noticed by looking
 * again, since nobody waits longer than a minute. A few milliseconds late rather than early.
 */
export function millisecondsToMidnight(instant: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = zurichTime(instant).time.split(':').map(Number);
  const passed = (hours * 60 + minutes) * 60 + seconds;
  return (86_400 - passed) * 1000 - instant.getMilliseconds() + 5;
}
