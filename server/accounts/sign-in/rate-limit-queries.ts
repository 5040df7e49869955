import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';

/** Milliseconds since 1970, as `expire` is. */
const NOW = 'floor(extract(epoch from now()) * 1000)::bigint';

/** Counts an attempt within `seconds` from the first one; gives how many there are, and for how long they count. */
export function countAttempt(
  db: Queryable,
  key: string,
  seconds: number,
): Promise<{ counted: number; millisecondsLeft: number }> {
  return queryRow(
    db,
    `insert into rate_limits as l values ($1, 1, ${NOW} + $2::bigint * 1000)
     on conflict (key) do update set
       points = case when l.expire <= ${NOW} then 1 else l.points + 1 end,
       expire = case when l.expire <= ${NOW} then excluded.expire else l.expire end
     returning points as counted, expire - ${NOW} as "millisecondsLeft"`,
    [key, seconds],
  );
}

/** Takes back an attempt. */
export async function forgiveAttempt(db: Queryable, key: string): Promise<void> {
  await execute(
    db,
    `update rate_limits set points = points - 1 where key = $1 and points > 0 and expire > ${NOW}`,
    [key],
  );
}

export async function forgetAttempts(db: Queryable, key: string): Promise<void> {
  await execute(db, 'delete from rate_limits where key = $1', [key]);
}

/** Removes counts whose time is over; gives how many. */
export function purgeRateLimits(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from rate_limits where key in (
       select key from rate_limits where expire <= ${NOW} for update skip locked
     )`,
  );
}
