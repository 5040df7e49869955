import type { Alerts } from '#shared/schemas/alerts.ts';
import type { User } from '#shared/schemas/user.ts';
import { userColumns } from '../../accounts/user-queries.ts';
import { execute, type Queryable, queryOptionalRow } from '../../platform/database/query.ts';
import { isHeld } from '../../platform/database/restore-hold.ts';

const local = (instant: string) => `(${instant} at time zone 'Europe/Zurich')`;

/** Six o'clock in Zurich on the day after an instant. */
const morningAfter = (instant: string) =>
  `(date_trunc('day', ${local(instant)}) + interval '30 hours') at time zone 'Europe/Zurich'`;

/** The first Monday, six o'clock in Zurich, after an instant. */
const mondayAfter = (instant: string) =>
  `(date_trunc('week', ${local(instant)} - interval '6 hours') + interval '7 days 6 hours') at time zone 'Europe/Zurich'`;

/** Lifetime of the token to unsubscribe: mails are kept for long. */
const TOKEN_LASTS = "interval '365 days'";

/** A user's choice; undefined without one. */
export function findAlerts(db: Queryable, userId: number): Promise<Alerts | undefined> {
  return queryOptionalRow(
    db,
    'select frequency, replaceable, own, back from alert_subscriptions where user_id = $1',
    [userId],
  );
}

/**
 * Subscribes the user: daily upon publications, at most once a day, or on Monday mornings. New subscribers are not told
 * of what is already published; after a change of choice, news since the last mail are still sent. Who unsubscribes and
 * subscribes again on the day of the last mail, by the token's date, gets none that day.
 */
export async function setAlerts(db: Queryable, userId: number, choice: Alerts): Promise<void> {
  await execute(
    db,
    `insert into alert_subscriptions as known (user_id, frequency, replaceable, own, back, told_stockouts, mailed_at, next_at)
     select $1, $2, $3, $4, $5, coalesce((select max(revision) from stockout_revisions), 0), last.mailed_at,
       case when $2 = 'weekly' then ${mondayAfter('now()')} else greatest(now(), ${morningAfter('last.mailed_at')}) end
     from (select max(expires_at) - ${TOKEN_LASTS} as mailed_at from unsubscribe_tokens where user_id = $1) last
     on conflict (user_id) do update
     set frequency = excluded.frequency, replaceable = excluded.replaceable, own = excluded.own, back = excluded.back,
       next_at = case
         when known.frequency = excluded.frequency then known.next_at
         when excluded.frequency = 'weekly' then excluded.next_at
         else greatest(now(), ${morningAfter('known.mailed_at')})
       end`,
    [userId, choice.frequency, choice.replaceable, choice.own, choice.back],
  );
}

/** Unsubscribes the user; unsent mails are dropped. */
export async function endAlerts(db: Queryable, userId: number): Promise<void> {
  await execute(db, 'delete from alert_subscriptions where user_id = $1', [userId]);
}

/** A user who may have news since `told`, a revision of the stock-outs. */
export type Due = { user: User; told: number; choice: Alerts };

/**
 * The next user whose mail is due, while `stockouts` is the newest revision; without those in `except` and deactivated
 * users.
 */
export async function findDue(
  db: Queryable,
  stockouts: number,
  except: readonly number[],
): Promise<Due | undefined> {
  const row = await queryOptionalRow<User & Alerts & { told: number }>(
    db,
    `select ${userColumns}, frequency, replaceable, own, back, told_stockouts as told
     from alert_subscriptions s join users on id = s.user_id
     where not ${isHeld('alerts')} and active and next_at <= now() and (told_stockouts < $1 or frequency = 'weekly') and id <> all ($2::integer[])
     order by next_at, id limit 1`,
    [stockouts, except],
  );
  if (!row) return undefined;
  const { told, frequency, replaceable, own, back, ...user } = row;
  return { user, told, choice: { frequency, replaceable, own, back } };
}

/** Locks a due mail and checks that it still is due. */
export async function lockDue(db: Queryable, { user, told, choice }: Due): Promise<boolean> {
  const { frequency, replaceable, own, back } = choice;
  const row = await queryOptionalRow(
    db,
    `select from alert_subscriptions s join users on id = s.user_id
     where id = $1 and active and next_at <= now() and told_stockouts = $2
       and (frequency, replaceable, own, back) = ($3, $4::boolean, $5::boolean, $6::boolean)
     for update of s skip locked`,
    [user.id, told, frequency, replaceable, own, back],
  );
  return row !== undefined;
}

/** Records the revision that the user knows, by mail or because it had no news, and when the next mail may come. */
export async function noteTold(
  db: Queryable,
  userId: number,
  stockouts: number,
  mailed: boolean,
): Promise<void> {
  await execute(
    db,
    `update alert_subscriptions
     set told_stockouts = greatest(told_stockouts, $2), mailed_at = case when $3 then now() else mailed_at end,
       next_at = case
         when frequency = 'weekly' then ${mondayAfter('now()')}
         when $3 then ${morningAfter('now()')}
         else next_at
       end
     where user_id = $1`,
    [userId, stockouts, mailed],
  );
}

/** Stores the hash of a token for a year; the token itself is only in the mail. */
export async function insertUnsubscribeToken(
  db: Queryable,
  tokenHash: Buffer,
  userId: number,
): Promise<void> {
  await execute(
    db,
    `insert into unsubscribe_tokens (token_hash, user_id, expires_at)
     values ($1, $2, now() + ${TOKEN_LASTS})`,
    [tokenHash, userId],
  );
}

/** The user of a token to unsubscribe. */
export async function findUnsubscriber(db: Queryable, tokenHash: Buffer): Promise<number | undefined> {
  const found = await queryOptionalRow<{ userId: number }>(
    db,
    'select user_id as "userId" from unsubscribe_tokens where token_hash = $1 and expires_at > now()',
    [tokenHash],
  );
  return found?.userId;
}

/** Deletes expired tokens; returns how many. */
export function purgeUnsubscribeTokens(db: Queryable): Promise<number> {
  return execute(
    db,
    `delete from unsubscribe_tokens where token_hash in (
       select token_hash from unsubscribe_tokens where expires_at <= now() for update skip locked
     )`,
  );
}
