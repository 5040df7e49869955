import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import type { Queryable } from '../db/query.ts';
import { findSessionEnd, holdSession } from '../db/sessions.ts';
import { sessionEnded } from '../errors.ts';
import type { Changes } from '../following/changes.ts';
import { hashToken } from './hash-token.ts';

/** A session while something is done in its name that takes a while. */
export type SessionWatch = {
  /** Fires with AppError 401 soon after the session has ended, by whatever process or by time. */
  signal: AbortSignal;
  /** Throws AppError 401 unless the session is still good; in a transaction it then stays so until the end. */
  confirm(db: Queryable): Promise<void>;
  /** Call when nothing more is done. */
  release(): void;
};

export type WatchSession = (token: string, userId: number) => SessionWatch;

/** Timers take no more than 2^31 ms. */
const LONGEST_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Gives what watches a session, from a token that was good a moment ago. */
export function watchSessions(pool: Pool, changes: Changes): WatchSession {
  const looks = new Map<() => void, string>();
  const lookAgain = (userId: string) => {
    for (const [look, ofUser] of looks) if (ofUser === userId) look();
  };
  changes.on('session', lookAgain);
  changes.on('user', lookAgain);

  return (token, userId) => {
    const hashed = hashToken(token);
    const controller = new AbortController();
    let expiry: NodeJS.Timeout | undefined;
    // Where PostgreSQL can't say, nothing is lost: confirm asks again before anything is kept.
    const look = () => void findSessionEnd(pool, hashed).then(lookAt, () => undefined);
    looks.set(look, String(userId));
    look();
    return {
      signal: controller.signal,
      async confirm(db) {
        if (!(await holdSession(db, hashed, userId))) throw sessionEnded();
      },
      release,
    };

    function lookAt(end: Date | undefined): void {
      clearTimeout(expiry);
      if (!looks.has(look)) return;
      if (end) {
        // What we know of PostgreSQL's clock is a little late.
        const left = Math.max(end.getTime() - now().getTime(), 500);
        expiry = setTimeout(look, Math.min(left, LONGEST_MILLISECONDS)).unref();
      } else {
        release();
        controller.abort(sessionEnded());
      }
    }

    function release(): void {
      clearTimeout(expiry);
      looks.delete(look);
    }
  };
}
