import type { PoolClient } from 'pg';
import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';
import { lockAccounts } from '../account-queries.ts';

/** Keeps a link for `minutes`, unless there is a user already; tells whether it does. Others stay good until they expire. */
export async function insertSetupLink(db: Queryable, tokenHash: Buffer, minutes: number): Promise<boolean> {
  await execute(db, 'delete from setup_links where expires_at <= now() or exists (select from users)');
  const inserted = await execute(
    db,
    `insert into setup_links (token_hash, expires_at)
     select $1, now() + make_interval(mins => $2) where not exists (select from users)`,
    [tokenHash, minutes],
  );
  return inserted === 1;
}

/** Whether the link can be used: known, not expired, and there is no user yet. */
export async function isSetupLink(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { good } = await queryRow<{ good: boolean }>(
    db,
    `select exists (select from setup_links where token_hash = $1 and expires_at > now())
       and not exists (select from users) as good`,
    [tokenHash],
  );
  return good;
}

/**
 * Takes the link, and all others with it: true once for the whole installation. Whoever else wants to add a user
 * waits until the transaction ends.
 */
export async function takeSetupLink(client: PoolClient, tokenHash: Buffer): Promise<boolean> {
  await lockAccounts(client);
  if (!(await isSetupLink(client, tokenHash))) return false;
  await execute(client, 'delete from setup_links');
  return true;
}
