import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';

/** From the last sign-in. */
const KNOWN_DAYS = 365;
const DEVICES_PER_USER = 20;

/** Whether the user who signs in with `email` has done so on that device. */
export async function isKnownDevice(db: Queryable, tokenHash: Buffer, email: string): Promise<boolean> {
  const { known } = await queryRow<{ known: boolean }>(
    db,
    `select exists (
       select from known_devices d join users u on u.id = d.user_id
       where d.token_hash = $1 and d.expires_at > now() and lower(u.email) = lower($2)
     ) as known`,
    [tokenHash, email],
  );
  return known;
}

/** Whether the token is one of ours, whoever has signed in with it. */
export async function isDevice(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { known } = await queryRow<{ known: boolean }>(
    db,
    'select exists (select from known_devices where token_hash = $1 and expires_at > now()) as known',
    [tokenHash],
  );
  return known;
}

/** Knows the device for another year; of a user's devices only those last used are kept. */
export async function rememberDevice(db: Queryable, tokenHash: Buffer, userId: number): Promise<void> {
  await execute(
    db,
    `insert into known_devices (token_hash, user_id, expires_at)
     values ($1, $2, clock_timestamp() + make_interval(days => ${KNOWN_DAYS}))
     on conflict (token_hash, user_id) do update set expires_at = excluded.expires_at`,
    [tokenHash, userId],
  );
  await execute(
    db,
    `delete from known_devices where user_id = $1 and token_hash in (
       select token_hash from known_devices where user_id = $1
       order by expires_at desc, token_hash offset ${DEVICES_PER_USER}
     )`,
    [userId],
  );
}

/** Knows no device of the user any more but one, if any. */
export async function forgetDevices(db: Queryable, userId: number, butOne: Buffer | null): Promise<void> {
  await execute(db, 'delete from known_devices where user_id = $1 and token_hash is distinct from $2', [
    userId,
    butOne,
  ]);
}

/** Removes expired devices; gives how many. */
export function purgeDevices(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from known_devices where (token_hash, user_id) in (
       select token_hash, user_id from known_devices where expires_at <= now() for update skip locked
     )`,
  );
}
