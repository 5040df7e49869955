import type { User } from '#shared/schemas/user.ts';
import { execute, type Queryable, queryOptionalRow, queryRow } from '../../platform/database/query.ts';
import { forgetDevices } from '../sign-in/session-queries.ts';

/**
 * Keeps a token for `minutes`; earlier ones of the user are worth nothing from now on. False, and nothing changes, where the
 * user is not active or has another address: whoever changes these voids the tokens that there are, and is waited for.
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

/** Whose token it is, while it is valid and the user active. */
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

/** Takes the token: gives its user once, and never again. */
export function takeResetToken(db: Queryable, tokenHash: Buffer): Promise<{ user_id: number } | undefined> {
  return queryOptionalRow(
    db,
    `delete from reset_tokens t using users u
     where t.token_hash = $1 and t.expires_at > now() and u.id = t.user_id and u.active
     returning t.user_id`,
    [tokenHash],
  );
}

/** Sets a password, ends every session of the user and forgets the devices: whoever knew the old one had them too. */
export async function setPasswordHash(db: Queryable, userId: number, passwordHash: string): Promise<void> {
  await execute(db, 'update users set password_hash = $2 where id = $1', [userId, passwordHash]);
  await endWhatOldPasswordBegan(db, userId);
}

/**
 * What of the old password is left to a user who sets another one while signed in, as hashes of tokens: the session, which goes
 * on by the token `newSession`, and the device.
 */
export type KeptSignIn = { session: Buffer; newSession: Buffer; device: Buffer | null };

/**
 * The same where the active user has the password of hash `before` and the session that is kept, and nothing otherwise; gives
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

/** Keeps another hash of the password that has the hash `before`, where it still has. */
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

/** Removes expired tokens; gives how many. */
export function purgeResetTokens(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from reset_tokens where token_hash in (
       select token_hash from reset_tokens where expires_at <= now() for update skip locked
     )`,
  );
}
