import { execute, type Queryable, queryOptionalRow } from '../../platform/database/query.ts';

/** Mails lie around for long. */
const GOOD_DAYS = 365;

/** Keeps a token for a year; the token itself is never stored beyond the mail that carries it. */
export async function insertUnsubscribeToken(
  db: Queryable,
  tokenHash: Buffer,
  userId: number,
): Promise<void> {
  await execute(
    db,
    `insert into unsubscribe_tokens (token_hash, user_id, expires_at)
     values ($1, $2, now() + make_interval(days => ${GOOD_DAYS}))`,
    [tokenHash, userId],
  );
}

/** Whose mails the token ends. */
export async function findUnsubscriber(db: Queryable, tokenHash: Buffer): Promise<number | undefined> {
  const found = await queryOptionalRow<{ userId: number }>(
    db,
    'select user_id as "userId" from unsubscribe_tokens where token_hash = $1 and expires_at > now()',
    [tokenHash],
  );
  return found?.userId;
}

/** Removes expired tokens; gives how many. */
export function purgeUnsubscribeTokens(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from unsubscribe_tokens where token_hash in (
       select token_hash from unsubscribe_tokens where expires_at <= now() for update skip locked
     )`,
  );
}
