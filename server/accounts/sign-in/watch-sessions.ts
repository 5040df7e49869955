import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import type { User } from '#shared/schemas/user.ts';
import { hashToken } from '../../http/tokens.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { forbidden, sessionEnded } from '../../platform/errors.ts';
import { findSessionEnd, holdSession } from './session-queries.ts';

/** A session while something is done in its name that takes a while. */
export type SessionWatch = {
  /** Fires with AppError 401 soon after the session has ended, by whatever process or by time. */
  signal: AbortSignal;
  /**
   * Throws AppError 401 unless the session is still good, and 403 for who was an administrator and is none any more; in a
   * transaction both then stay so until the end.
   */
  confirm(db: Queryable): Promise<void>;
  /** Call when nothing more is done. */
  release(): void;
};

export type WatchSession = (token: string, user: Pick<User, 'id' | 'role'>) => SessionWatch;

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

  return (token, { id: userId, role }) => {
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
        const held = await holdSession(db, hashed, userId);
        if (!held) throw sessionEnded();
        if (role === 'Admin' && held !== role) throw forbidden();
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
