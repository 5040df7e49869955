import type { PoolClient } from 'pg';
import type { User } from '../answers/user.ts';
import { execute, type Queryable, queryOptionalRow, queryRow, queryRows } from './query.ts';

/** A user as the one who manages accounts sees them. */
export type Account = {
  id: number;
  email: string;
  name: string;
  role: User['role'];
  active: boolean;
  language: string;
  hasPassword: boolean;
};

const columns = `id, email, name, role, active, language, password_hash is not null as "hasPassword"`;

/** Every account, by name. */
export function listAccounts(db: Queryable): Promise<Account[]> {
  return queryRows<Account>(db, `select ${columns} from users order by lower(name), id`);
}

/** The account of an e-mail address; case does not matter. */
export function findAccount(db: Queryable, email: string): Promise<Account | undefined> {
  return queryOptionalRow<Account>(db, `select ${columns} from users where lower(email) = lower($1)`, [
    email,
  ]);
}

/** Whoever else wants to change a user waits until the transaction ends, so that what is read here stays true. */
export async function lockAccounts(client: PoolClient): Promise<void> {
  await client.query('lock table users in share row exclusive mode');
}

/** Active administrators who are somebody else. */
export async function countOtherAdmins(db: Queryable, id: number): Promise<number> {
  const { count } = await queryRow<{ count: number }>(
    db,
    `select count(*)::integer as count from users where role = 'Admin' and active and id <> $1`,
    [id],
  );
  return count;
}

/** Lets the user in again, or ends every session and link of theirs. */
export async function setActive(db: Queryable, id: number, active: boolean): Promise<void> {
  await execute(db, 'update users set active = $2 where id = $1', [id, active]);
  if (active) return;
  await execute(db, 'delete from sessions where user_id = $1', [id]);
  await execute(db, 'delete from reset_tokens where user_id = $1', [id]);
}

export async function makeAdmin(db: Queryable, id: number): Promise<void> {
  await execute(db, `update users set role = 'Admin' where id = $1`, [id]);
}
