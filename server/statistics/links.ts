import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Changes } from '../changes.ts';
import { findLink, type StatisticLink } from '../db/statistics.ts';
import { notFound } from '../errors.ts';

/** A direct link id: 128 random bits, base64url. */
const DIRECT_LINK = /^[\w-]{22}$/;

/**
 * Gives what a direct link leads to; throws AppError 404 when there is none or it is disabled, for whoever asks.
 * Answers from memory until a process changes the statistic.
 */
export function followLinks(pool: Pool, changes: Changes): (directLinkId: string) => Promise<StatisticLink> {
  const links = new LRUCache<string, StatisticLink>({ max: 20_000 });
  changes.on('statistic', (directLinkId) => links.delete(directLinkId));
  changes.onLost(() => links.clear());

  return async (directLinkId) => {
    if (!DIRECT_LINK.test(directLinkId)) throw notFound();
    const known = changes.live ? links.get(directLinkId) : undefined;
    const link = known ?? (await findLink(pool, directLinkId));
    if (!link?.active) throw notFound();
    if (!known && changes.live) links.set(directLinkId, link);
    return link;
  };
}
