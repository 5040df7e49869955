import { execute, type Queryable } from './query.ts';

/** Removes counts whose time is over; gives how many. `expire` is in milliseconds since 1970. */
export function purgeRateLimits(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from rate_limits where key in (
       select key from rate_limits where expire <= extract(epoch from now()) * 1000 for update skip locked
     )`,
  );
}
