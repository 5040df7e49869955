import type { Logger } from 'pino';
import { millisecondsAhead, setClock } from '#analytics/clock.ts';
import { type Queryable, queryRow } from './database/query.ts';

/** Further off, the clock of this process is wrong: a certificate, a log or a mail would be too. */
const TOLERATED_MILLISECONDS = 30_000;

let wasRight = true;

/**
 * Has this process go by the database's clock, which decides what is expired, due and today; `log` is told when this
 * process's own becomes wrong or right. The instant is taken for that of the answer: late by its way, never early.
 */
export async function goByDatabase(db: Queryable, log?: Logger): Promise<void> {
  const { instant } = await queryRow<{ instant: Date }>(db, 'select clock_timestamp() as instant');
  setClock(instant);
  if (!log || isClockRight() === wasRight) return;
  wasRight = !wasRight;
  if (wasRight) log.info('the clock of this process is right again');
  else
    log.warn(
      { secondsAhead: Math.round(millisecondsAhead() / 1000) },
      'the clock of this process is wrong; it goes by the database’s, and is not ready',
    );
}

/** Whether the clock of this process shows what the database's does. */
export function isClockRight(): boolean {
  return Math.abs(millisecondsAhead()) <= TOLERATED_MILLISECONDS;
}
