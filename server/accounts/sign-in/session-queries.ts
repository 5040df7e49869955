import type { Session, User } from '#shared/schemas/user.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';

/** Days since the last sign-in. */
const KNOWN_DAYS = 365;
const DEVICES_PER_USER = 20;

/** Lifetime of the cookie of "remember me". */
const REMEMBERED_DAYS = 365;
/** Without it: hours since the last use, and days since the beginning. */
const UNUSED_HOURS = 12;
const USED_DAYS = 30;
/** Least time between two updates of a session's last use, to save writes. */
const UNWRITTEN_MINUTES = 10;

/** Most sessions listed, last used first. */
const LISTED_SESSIONS = 200;

/** Most access tokens per user. */
export const MOST_TOKENS = 20;

/** Stores a session by the hash of its token; of the User-Agent only browserOf. */
export async function insertSession(
  db: Queryable,
  tokenHash: Buffer,
  userId: number,
  remember: boolean,
  userAgent = '',
): Promise<void> {
  const { browser, system } = browserOf(userAgent);
  await execute(
    db,
    `insert into sessions (token_hash, user_id, sliding, browser, system, expires_at) values ($1, $2, not $3, $4, $5, now()
       + case when $3 then make_interval(days => ${REMEMBERED_DAYS}) else make_interval(hours => ${UNUSED_HOURS}) end)`,
    [tokenHash, userId, remember, browser, system],
  );
}

/**
 * Stores an access token of that name for so many days; false where the user has the most allowed. Lock the user first.
 */
export async function insertAccessToken(
  db: Queryable,
  tokenHash: Buffer,
  userId: number,
  name: string,
  days: number,
): Promise<boolean> {
  const inserted = await execute(
    db,
    `insert into sessions (token_hash, user_id, sliding, name, expires_at)
     select $1, $2, false, $3, now() + make_interval(days => $4)
     where (select count(*) from sessions where user_id = $2 and name is not null and expires_at > now()) < ${MOST_TOKENS}`,
    [tokenHash, userId, name, days],
  );
  return inserted > 0;
}

/** Extends a session on use, up to its latest end; a remembered session has a fixed end. */
export async function prolongSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await execute(
    db,
    `update sessions set used_at = now(),
       expires_at = case when sliding
         then least(now() + make_interval(hours => ${UNUSED_HOURS}), created_at + make_interval(days => ${USED_DAYS}))
         else expires_at end
     where token_hash = $1 and expires_at > now() and (
       used_at < now() - make_interval(mins => ${UNWRITTEN_MINUTES})
       or name is not null and used_at = created_at
       or sliding and expires_at < least(
         now() + make_interval(hours => ${UNUSED_HOURS}, mins => -${UNWRITTEN_MINUTES}),
         created_at + make_interval(days => ${USED_DAYS})
       )
     )`,
    [tokenHash],
  );
}

/** Valid sessions of the user, last used first; `isThis` marks the one of the token. */
export function listSessions(db: Queryable, userId: number, tokenHash: Buffer): Promise<Session[]> {
  return queryRows<Session>(
    db,
    `select id, ${instant('created_at')} as "begunAt", ${instant('used_at')} as "usedAt", browser, system,
       name, ${instant('expires_at')} as "endsAt", token_hash = $2 as "isThis"
     from sessions where user_id = $1 and expires_at > now()
     order by token_hash = $2 desc, used_at desc, id desc limit ${LISTED_SESSIONS}`,
    [userId, tokenHash],
  );
}

/**
 * Ends one session of a user (`id`), all (null), or all but that of a token; returns the valid ones among them, access
 * tokens with their names. In a transaction: the user is locked first, so that of two sessions that end each other one
 * survives.
 */
export async function endSessionsOf(
  db: Queryable,
  userId: number,
  id: number | null,
  butOne: Buffer | null = null,
): Promise<Pick<Session, 'name'>[]> {
  await lockUser(db, userId);
  const ended = await queryRows<Pick<Session, 'name'> & { good: boolean }>(
    db,
    `delete from sessions
     where user_id = $1 and ($2::integer is null or id = $2) and token_hash is distinct from $3
     returning name, expires_at > now() as good`,
    [userId, id, butOne],
  );
  return ended.filter(({ good }) => good);
}

/** Serialises concurrent requests of a user. */
export async function lockUser(db: Queryable, userId: number): Promise<void> {
  await execute(db, 'select from users where id = $1 for no key update', [userId]);
}

/** Deletes expired sessions; returns how many. */
export function purgeSessions(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from sessions where token_hash in (
       select token_hash from sessions where expires_at <= now() for update skip locked
     )`,
  );
}

/** The user and end of a session; undefined when unknown or expired. */
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

/** The end of an active user's session; undefined when it is over. */
export async function findSessionEnd(db: Queryable, tokenHash: Buffer): Promise<Date | undefined> {
  const session = await queryOptionalRow<{ expires_at: Date }>(
    db,
    `select s.expires_at from sessions s join users u on u.id = s.user_id
     where s.token_hash = $1 and s.expires_at > now() and u.active`,
    [tokenHash],
  );
  return session?.expires_at;
}

/**
 * The role of the active user of a valid session; in a transaction, session and role are kept until it ends. The user is
 * locked first, as by setting a password, to avoid deadlocks.
 */
export async function holdSession(
  db: Queryable,
  tokenHash: Buffer,
  userId: number,
): Promise<User['role'] | undefined> {
  const user = await queryOptionalRow<Pick<User, 'role'>>(
    db,
    'select role from users where id = $1 and active for share',
    [userId],
  );
  if (!user) return undefined;
  const session = await queryRows(
    db,
    'select user_id from sessions where token_hash = $1 and user_id = $2 and expires_at > clock_timestamp() for share',
    [tokenHash, userId],
  );
  return session.length > 0 ? user.role : undefined;
}

/** Ends a session and deletes expired ones of the user. */
export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await execute(
    db,
    `delete from sessions where token_hash = $1
       or (expires_at <= now() and user_id = (select user_id from sessions where token_hash = $1))`,
    [tokenHash],
  );
}

/** Whether the user of `email` has signed in on that device. */
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

/** Whether the token is known, whoever signed in with it. */
export async function isDevice(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { known } = await queryRow<{ known: boolean }>(
    db,
    'select exists (select from known_devices where token_hash = $1 and expires_at > now()) as known',
    [tokenHash],
  );
  return known;
}

/** Remembers the device for another year; the user's least recently used ones are dropped. */
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

/** Forgets all devices of the user but one, if given. */
export async function forgetDevices(db: Queryable, userId: number, butOne: Buffer | null): Promise<void> {
  await execute(db, 'delete from known_devices where user_id = $1 and token_hash is distinct from $2', [
    userId,
    butOne,
  ]);
}

/** Deletes expired devices; returns how many. */
export function purgeDevices(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from known_devices where (token_hash, user_id) in (
       select token_hash, user_id from known_devices where expires_at <= now() for update skip locked
     )`,
  );
}

const browsers = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Browser and system by the User-Agent, as one of these words; an iPad claims to be a Mac. */
export function browserOf(userAgent: string): { browser: string | null; system: string | null } {
  const start = userAgent.slice(0, 500);
  const wordOf = (words: typeof browsers | typeof systems) =>
    words.find(([pattern]) => pattern.test(start))?.[1] ?? null;
  return { browser: wordOf(browsers), system: wordOf(systems) };
}
