import type { Pool } from 'pg';
import { hashToken } from '../../accounts/sign-in/hash-token.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import { notFound } from '../../platform/errors.ts';
import { type FollowedFeed, findFollowedFeed } from './feed-queries.ts';

/** 256 random bits, base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Gives the feed of a token; throws AppError 404 when there is none, or its owner is no longer active. Answers from memory
 * until a process changes the feed or its owner.
 */
export function followFeeds(pool: Pool, changes: Changes): (token: string) => Promise<FollowedFeed> {
  const kept = keepUntilChanged<FollowedFeed | undefined>(changes, {
    max: 10_000,
    kinds: ['feed', 'user'],
    // A feed and a user of the same number are both forgotten: it is read again.
    concerns: (noticed, _token, feed) => noticed === String(feed?.id) || noticed === String(feed?.owner.id),
    keepable: (feed) => feed !== undefined,
  });
  return async (token) => {
    if (!TOKEN.test(token)) throw notFound();
    const hashed = hashToken(token);
    const feed = await kept(hashed.toString('base64url'), () => findFollowedFeed(pool, hashed));
    if (!feed) throw notFound();
    return feed;
  };
}
