import type { Logger } from 'pino';
import { millisecondsAhead, setClock } from '#analytics/clock.ts';
import { type Queryable, queryRow } from './database/query.ts';

/** Beyond this difference the clock counts as wrong: certificates, logs and mails would be wrong too. */
const TOLERATED_MILLISECONDS = 30_000;

let wasRight = true;

/**
 * Sets this process to the database's clock, which decides what is expired, due and today; logs when its own clock
 * becomes wrong or right. The time is taken when the answer arrives: late by the network delay, never early.
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

/** Whether this process's clock agrees with the database's. */
export function isClockRight(): boolean {
  return Math.abs(millisecondsAhead()) <= TOLERATED_MILLISECONDS;
}
