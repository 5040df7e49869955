import type { PoolClient } from 'pg';
import type { Person, User } from '#shared/schemas/user.ts';
import { advisoryLocks } from '../platform/database/advisory-locks.ts';
import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';
import { userColumns } from './user-queries.ts';

/** A user as account management sees them. */
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

/** Locks account administration until the transaction ends; signing in and setting passwords go on. */
export async function lockAdministration(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.accounts]);
}

/** Locks all users against changes until the transaction ends, so that what is read stays true. */
export async function lockAccounts(client: PoolClient): Promise<void> {
  await lockAdministration(client);
  await client.query('lock table users in share row exclusive mode');
}

/** Active administrators other than `id`. */
export async function countOtherAdmins(db: Queryable, id: number): Promise<number> {
  const { count } = await queryRow<{ count: number }>(
    db,
    `select count(*)::integer as count from users where role = 'Admin' and active and id <> $1`,
    [id],
  );
  return count;
}

/** Waits until nobody changes accounts, so that rows are never locked before the table. */
export async function awaitAccounts(client: PoolClient): Promise<void> {
  await client.query('lock table users in row exclusive mode');
}

/** The user of that id, active or not. */
export function findUser(db: Queryable, id: number): Promise<User | undefined> {
  return queryOptionalRow<User>(db, `select ${userColumns} from users where id = $1`, [id]);
}

/** The user's version: how often its editable fields were changed. */
export async function versionOfUser(db: Queryable, id: number): Promise<number> {
  const { version } = await queryRow<{ version: number }>(db, 'select version from users where id = $1', [
    id,
  ]);
  return version;
}

/** The chain of managers of a user, up to the top or to `end`. */
export function findLineOf(db: Queryable, id: number, end: number): Promise<Person[]> {
  return queryRows<Person>(
    db,
    `with recursive line as (
       select id, name, parent_user_id, 1 as place from users where id = $1
       union all
       select u.id, u.name, u.parent_user_id, place + 1
       from line l join users u on u.id = l.parent_user_id
       where l.id <> $2
     ) cycle id set repeats using path
     select id, name from line where not repeats order by place`,
    [id, end],
  );
}

/** The nearest active manager, direct or indirect. */
export function findActiveManager(db: Queryable, id: number): Promise<User | undefined> {
  return queryOptionalRow<User>(
    db,
    `with recursive line as (
       select parent_user_id as above, 1 as place from users where id = $1
       union all
       select u.parent_user_id, place + 1 from line l join users u on u.id = l.above
     ) cycle above set repeats using path
     select ${userColumns} from line join users on id = above
     where active and id <> $1 and not repeats
     order by place limit 1`,
    [id],
  );
}

/** Stores all of a user but id and password; the language, which the user may change meanwhile, only where given. */
export async function updateUser(
  db: Queryable,
  user: Omit<User, 'language'> & { language: User['language'] | undefined },
): Promise<void> {
  await execute(
    db,
    `update users set email = $2, name = $3, role = $4, active = $5, full_data_access = $6, parent_user_id = $7,
       replacement_user_id = $8, language = coalesce($9, language)
     where id = $1`,
    [
      user.id,
      user.email,
      user.name,
      user.role,
      user.Active,
      user.FullDataAccess,
      user.parentUserId,
      user.replacementUserId,
      user.language,
    ],
  );
}

/** Ends every session of the user. */
export async function endSessions(db: Queryable, id: number): Promise<void> {
  await execute(db, 'delete from sessions where user_id = $1', [id]);
}

/** Invalidates mailed links to set a password. */
export async function voidPasswordLinks(db: Queryable, id: number): Promise<void> {
  await execute(db, 'delete from reset_tokens where user_id = $1', [id]);
}
