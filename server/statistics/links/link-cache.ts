import type { Pool } from 'pg';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import { notFound } from '../../platform/errors.ts';
import { findLink, type StatisticLink } from '../statistic-queries.ts';

/** A direct link id: 128 random bits, base64url. */
const DIRECT_LINK = /^[\w-]{22}$/;

/**
 * Gives what a direct link leads to; throws AppError 404 when there is none or it is disabled, for whoever asks.
 * Answers from memory until a process changes the statistic.
 */
export function followLinks(pool: Pool, changes: Changes): (directLinkId: string) => Promise<StatisticLink> {
  const kept = keepUntilChanged<StatisticLink | undefined>(changes, {
    max: 20_000,
    kinds: ['statistic'],
    concerns: (noticed, link) => noticed.startsWith(`${link} `),
    keepable: (link) => link?.active === true,
  });

  return async (directLinkId) => {
    if (!DIRECT_LINK.test(directLinkId)) throw notFound();
    const link = await kept(directLinkId, () => findLink(pool, directLinkId));
    if (!link?.active) throw notFound();
    return link;
  };
}
