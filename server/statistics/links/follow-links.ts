import type { Pool } from 'pg';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isStopped, memberStates } from '../combined/combined-queries.ts';
import { findLink, type StatisticLink } from '../statistic-queries.ts';

/** A direct link id: 128 random bits, base64url. */
const DIRECT_LINK = /^[\w-]{22}$/;

/**
 * Gives what a direct link leads to; throws AppError 404 when there is none or it is disabled, for whoever asks, and 409 when
 * it combines a statistic that is, or that its maker may not see any more. Answers from memory until a process changes the
 * statistic, or a user, on whom it depends what another one may see.
 */
export function followLinks(pool: Pool, changes: Changes): (directLinkId: string) => Promise<StatisticLink> {
  const kept = keepUntilChanged<(StatisticLink & { stopped: boolean }) | undefined>(changes, {
    max: 20_000,
    kinds: ['statistic', 'user'],
    // A statistic is told by its link and its number.
    concerns: (noticed, link, value) =>
      noticed.includes(' ') ? noticed.startsWith(`${link} `) : value?.combined === true,
    keepable: (link) => link?.active === true && !link.held && !link.stopped,
  });

  return async (directLinkId) => {
    if (!DIRECT_LINK.test(directLinkId)) throw notFound();
    const link = await kept(directLinkId, () => read(directLinkId));
    if (!link?.active) throw notFound();
    if (link.stopped) throw new AppError(409, 'combined_stopped');
    return link;
  };

  async function read(directLinkId: string) {
    const link = await findLink(pool, directLinkId);
    const states = link?.active && link.combined ? await memberStates(pool, [link.id]) : [];
    return link && { ...link, stopped: isStopped(states, link.id) };
  }
}
