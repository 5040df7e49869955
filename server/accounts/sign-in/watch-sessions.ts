import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import type { WatchSession } from '../../http/mount.ts';
import { hashToken } from '../../http/tokens.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { forbidden, sessionEnded } from '../../platform/errors.ts';
import { findSessionEnd, holdSession } from './session-queries.ts';

/** setTimeout takes at most 2^31 ms. */
const LONGEST_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns a function that watches a session, from a token that has just been valid. */
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
    // If PostgreSQL is unavailable, nothing is lost: confirm checks again before anything is stored.
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
        // Our estimate of PostgreSQL's clock is slightly late.
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
