import type { User } from '#shared/schemas/user.ts';
import { execute, type Queryable, queryOptionalRow, queryRow } from '../../platform/database/query.ts';
import { forgetDevices } from '../sign-in/session-queries.ts';

/**
 * Stores a token for `minutes` and voids earlier ones of the user. False, without effect, where the user is inactive or
 * has another address; concurrent changes of these are waited for.
 */
export async function insertResetToken(
  db: Queryable,
  tokenHash: Buffer,
  { id, email }: Pick<User, 'id' | 'email'>,
  minutes: number,
): Promise<boolean> {
  const found = 'select id from users where id = $1 and active and lower(email) = lower($2)';
  await execute(db, `delete from reset_tokens where user_id = (${found}) or expires_at <= now()`, [
    id,
    email,
  ]);
  const inserted = await execute(
    db,
    `insert into reset_tokens (token_hash, user_id, expires_at)
     select $3, id, now() + make_interval(mins => $4) from (${found} for share) as addressee`,
    [id, email, tokenHash, minutes],
  );
  return inserted > 0;
}

/** The user of a valid token, if active. */
export function findResetToken(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ user_id: number; email: string; name: string } | undefined> {
  return queryOptionalRow(
    db,
    `select u.id as user_id, u.email, u.name from reset_tokens t join users u on u.id = t.user_id
     where t.token_hash = $1 and t.expires_at > now() and u.active`,
    [tokenHash],
  );
}

/** Consumes the token: returns its user once. */
export function takeResetToken(db: Queryable, tokenHash: Buffer): Promise<{ user_id: number } | undefined> {
  return queryOptionalRow(
    db,
    `delete from reset_tokens t using users u
     where t.token_hash = $1 and t.expires_at > now() and u.id = t.user_id and u.active
     returning t.user_id`,
    [tokenHash],
  );
}

/** Sets a password, ends all sessions of the user and forgets all devices, because an attacker may have had them. */
export async function setPasswordHash(db: Queryable, userId: number, passwordHash: string): Promise<void> {
  await execute(db, 'update users set password_hash = $2 where id = $1', [userId, passwordHash]);
  await endWhatOldPasswordBegan(db, userId);
}

/**
 * What survives a change of password by a signed-in user, as hashes of tokens: the session, which continues with the
 * token `newSession`, and the device.
 */
export type KeptSignIn = { session: Buffer; newSession: Buffer; device: Buffer | null };

/**
 * The same if the active user still has the password hash `before` and the kept session; otherwise no effect. Returns
 * whether that session ends with its cookie. In a transaction.
 */
export async function replacePasswordHash(
  db: Queryable,
  userId: number,
  { before, after }: { before: string; after: string },
  kept: KeptSignIn,
): Promise<{ remembered: boolean } | undefined> {
  const replaced = await execute(
    db,
    `update users set password_hash = $3 where id = $1 and active and password_hash = $2
       and exists (select from sessions where token_hash = $4 and user_id = $1 and expires_at > now())`,
    [userId, before, after, kept.session],
  );
  if (replaced === 0) return undefined;
  await endWhatOldPasswordBegan(db, userId, kept);
  return queryRow(
    db,
    'update sessions set token_hash = $2 where token_hash = $1 returning not sliding as remembered',
    [kept.session, kept.newSession],
  );
}

/** Replaces the hash of an unchanged password, if it still is `before`. */
export async function renewPasswordHash(
  db: Queryable,
  userId: number,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await execute(db, 'update users set password_hash = $3 where id = $1 and password_hash = $2', [
    userId,
    before,
    after,
  ]);
}

async function endWhatOldPasswordBegan(db: Queryable, userId: number, kept?: KeptSignIn): Promise<void> {
  await execute(db, 'delete from sessions where user_id = $1 and token_hash is distinct from $2', [
    userId,
    kept?.session ?? null,
  ]);
  await execute(db, 'delete from reset_tokens where user_id = $1', [userId]);
  await forgetDevices(db, userId, kept?.device ?? null);
}

/** Deletes expired tokens; returns how many. */
export function purgeResetTokens(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from reset_tokens where token_hash in (
       select token_hash from reset_tokens where expires_at <= now() for update skip locked
     )`,
  );
}
