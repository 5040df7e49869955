import { execute, type Queryable, queryOptionalRow } from './query.ts';

/** Keeps a session for `days`; the token itself is never stored. */
export async function insertSession(
  db: Queryable,
  tokenHash: Buffer,
  userId: number,
  days: number,
): Promise<void> {
  await execute(
    db,
    `insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + make_interval(days => $3))`,
    [tokenHash, userId, days],
  );
}

/** Whose session it is, and until when; nothing when it is unknown or expired. */
export function findSession(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ user_id: number; expires_at: Date } | undefined> {
  return queryOptionalRow(
    db,
    'select user_id, expires_at from sessions where token_hash = $1 and expires_at > now()',
    [tokenHash],
  );
}

/** Ends a session; expired ones of the same user go with it. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await execute(
    db,
    `delete from sessions where token_hash = $1
       or (expires_at <= now() and user_id = (select user_id from sessions where token_hash = $1))`,
    [tokenHash],
  );
}
