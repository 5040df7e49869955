import type { Pool } from 'pg';
import type { Language } from '#shared/languages.ts';
import type { Feed } from '#shared/schemas/feeds.ts';
import type { User } from '#shared/schemas/user.ts';
import { hashToken } from '../../http/tokens.ts';
import type { Changes } from '../../platform/cache-invalidation/changes.ts';
import { keepUntilChanged } from '../../platform/cache-invalidation/keep-until-changed.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRows,
} from '../../platform/database/query.ts';
import { isHeld } from '../../platform/database/restore-hold.ts';
import { AppError, notFound } from '../../platform/errors.ts';

/** 256 random bits, base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Default polling interval of feed readers. */
const HELD_SECONDS = 3600;

const columns = `id, name, view, parameters, ${instant('created_at')} as "createdAt"`;

/** A feed with its owner's language and rights. */
export type FollowedFeed = Feed & {
  uuid: string;
  owner: Pick<User, 'id' | 'role' | 'FullDataAccess'>;
  language: Language;
};

/** A user's feeds, by name. */
export function listFeeds(db: Queryable, userId: number): Promise<Feed[]> {
  return queryRows<Feed>(db, `select ${columns} from feeds where user_id = $1 order by lower(name), id`, [
    userId,
  ]);
}

/** Adds a feed; undefined when the user has `most` already. */
export function insertFeed(
  db: Queryable,
  userId: number,
  { name, view, parameters }: Pick<Feed, 'name' | 'view' | 'parameters'>,
  tokenHash: Buffer,
  most: number,
): Promise<Feed | undefined> {
  return queryOptionalRow<Feed>(
    db,
    `insert into feeds (user_id, name, view, parameters, token_hash)
     select $1, $2, $3, $4, $5 where (select count(*) from feeds where user_id = $1) < $6
     returning ${columns}`,
    [userId, name, view, JSON.stringify(parameters), tokenHash, most],
  );
}

/** Renames a user's feed; undefined without one. */
export function renameFeed(
  db: Queryable,
  userId: number,
  id: number,
  name: string,
): Promise<Feed | undefined> {
  return queryOptionalRow<Feed>(
    db,
    `update feeds set name = $3 where id = $1 and user_id = $2 returning ${columns}`,
    [id, userId, name],
  );
}

/** Replaces the token of a user's feed; the old one is void. Undefined without a feed. */
export function replaceFeedToken(
  db: Queryable,
  userId: number,
  id: number,
  tokenHash: Buffer,
): Promise<Feed | undefined> {
  return queryOptionalRow<Feed>(
    db,
    `update feeds set token_hash = $3 where id = $1 and user_id = $2 returning ${columns}`,
    [id, userId, tokenHash],
  );
}

/** Deletes a user's feed; false without one. */
export async function deleteFeed(db: Queryable, userId: number, id: number): Promise<boolean> {
  return (await execute(db, 'delete from feeds where id = $1 and user_id = $2', [id, userId])) > 0;
}

/** `held`: since the portal was restored. */
type FoundFeed = FollowedFeed & { held: boolean };

/** The feed of a token, while its owner is active. */
function findFollowedFeed(db: Queryable, tokenHash: Buffer): Promise<FoundFeed | undefined> {
  return queryOptionalRow<FoundFeed>(
    db,
    `select f.id, f.name, f.view, f.parameters, ${instant('f.created_at')} as "createdAt", f.uuid,
       ${isHeld('feeds', 'f.created_at')} as held,
       jsonb_build_object('id', u.id, 'role', u.role, 'FullDataAccess', u.full_data_access) as owner, u.language
     from feeds f join users u on u.id = f.user_id
     where f.token_hash = $1 and u.active`,
    [tokenHash],
  );
}

/**
 * Returns the feed of a token; throws AppError 404 for none or an inactive owner, 503 while it is held. Cached until the
 * feed or its owner changes in any process.
 */
export function followFeeds(pool: Pool, changes: Changes): (token: string) => Promise<FollowedFeed> {
  const kept = keepUntilChanged<FoundFeed | undefined>(changes, {
    max: 10_000,
    kinds: ['feed', 'user'],
    // A feed and a user with the same number are both evicted.
    concerns: (noticed, _token, feed) => noticed === String(feed?.id) || noticed === String(feed?.owner.id),
    keepable: (feed) => feed !== undefined && !feed.held,
  });
  return async (token) => {
    if (!TOKEN.test(token)) throw notFound();
    const hashed = hashToken(token);
    const feed = await kept(hashed.toString('base64url'), () => findFollowedFeed(pool, hashed));
    if (!feed) throw notFound();
    if (feed.held) throw new AppError(503, 'feed_held', { params: { retryAfter: HELD_SECONDS } });
    return feed;
  };
}
