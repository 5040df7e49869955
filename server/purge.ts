import type { Pool } from 'pg';
import { purgeAccountMails } from './db/account-mails.ts';
import { purgeAlertMails } from './db/alert-mails.ts';
import { purgeProposals } from './db/catalogue-proposals.ts';
import { purgeDevices } from './db/known-devices.ts';
import { purgeRateLimits } from './db/rate-limits.ts';
import { purgeResetTokens } from './db/reset-tokens.ts';
import { purgeSessions } from './db/sessions.ts';
import { purgeDeletedStatistics } from './db/statistic-changes.ts';
import { purgeStagedVersions } from './db/template-versions.ts';
import { undisturbed } from './db/undisturbed.ts';
import { purgeUnsubscribeTokens } from './db/unsubscribe-tokens.ts';

const INTERVAL_MILLISECONDS = 10 * 60_000;

const purges = [
  purgeDeletedStatistics,
  purgeSessions,
  purgeResetTokens,
  purgeDevices,
  purgeRateLimits,
  purgeAlertMails,
  purgeAccountMails,
  purgeUnsubscribeTokens,
  purgeProposals,
  purgeStagedVersions,
];

/**
 * Removes for good what has expired or was deleted longer ago than it can be restored, now and every ten minutes. Gives
 * its end, which waits for what is being removed.
 */
export function purgeRegularly(pool: Pool, onError: (error: unknown) => void): () => Promise<void> {
  let ended = false;
  const purge = async () => {
    for (const each of purges) if (!ended) await undisturbed<unknown>(() => each(pool)).catch(onError);
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
