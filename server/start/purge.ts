import type { Pool } from 'pg';
import { pseudonymiseFormerUsers, purgeUsageCounts } from '../accounts/former-users.ts';
import { purgeResetTokens } from '../accounts/passwords/reset-token-queries.ts';
import { purgeRateLimits } from '../accounts/sign-in/rate-limits.ts';
import { purgeDevices, purgeSessions } from '../accounts/sign-in/session-queries.ts';
import { purgeActions, purgeNotes } from '../customers/note-queries.ts';
import { purgeMails } from '../mail/waiting-mail-queries.ts';
import { purgeUnsubscribeTokens } from '../market/alerts/alert-queries.ts';
import { retryOnDeadlock } from '../platform/database/query-failure.ts';
import { purgeProposals } from '../reference-data/publishing/proposal-queries.ts';
import { purgeStagedVersions } from '../reference-data/template-files/template-version-queries.ts';
import { purgeDeletedStatistics } from '../statistics/change-queries.ts';

const INTERVAL_MILLISECONDS = 10 * 60_000;

const purges = [
  purgeDeletedStatistics,
  purgeSessions,
  purgeResetTokens,
  purgeDevices,
  purgeRateLimits,
  purgeMails,
  purgeNotes,
  purgeActions,
  purgeUsageCounts,
  pseudonymiseFormerUsers,
  purgeUnsubscribeTokens,
  purgeProposals,
  purgeStagedVersions,
];

/**
 * Deletes expired data, what was deleted too long ago to be restored, and names of long deleted users, now and every ten
 * minutes. Returns a function that stops it and waits for the deletion in progress.
 */
export function purgeRegularly(pool: Pool, onError: (error: unknown) => void): () => Promise<void> {
  let ended = false;
  const purge = async () => {
    for (const each of purges) if (!ended) await retryOnDeadlock<unknown>(() => each(pool)).catch(onError);
  };
  let purging = purge();
  const timer = setInterval(() => {
    purging = purging.then(purge);
  }, INTERVAL_MILLISECONDS);
  timer.unref();
  return () => {
    ended = true;
    clearInterval(timer);
    return purging;
  };
}
