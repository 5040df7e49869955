import type { User } from '../answers/user.ts';
import type { Language } from '../words/messages.ts';
import { execute, type Queryable, queryOptionalRow, queryRow, queryRows } from './query.ts';

/** A user as the API tells of them, read from `users`. */
export const userColumns = `id, email, name, role, active as "Active", full_data_access as "FullDataAccess",
  parent_user_id as "parentUserId", replacement_user_id as "replacementUserId", language`;

/** The user who signs in with `email` (case does not matter), active or not, and the argon2id hash. */
export function findCredentials(
  db: Queryable,
  email: string,
): Promise<{ id: number; active: boolean; password_hash: string | null } | undefined> {
  return queryOptionalRow(db, 'select id, active, password_hash from users where lower(email) = lower($1)', [
    email,
  ]);
}

/** The active user of that id. */
export function findActiveUser(db: Queryable, id: number): Promise<User | undefined> {
  return queryOptionalRow<User>(db, `select ${userColumns} from users where id = $1 and active`, [id]);
}

/** The active user of that id whose password is still the same; neither changes until the transaction ends. */
export function lockUser(db: Queryable, id: number, passwordHash: string): Promise<User | undefined> {
  return queryOptionalRow<User>(
    db,
    `select ${userColumns} from users where id = $1 and active and password_hash = $2 for share`,
    [id, passwordHash],
  );
}

/** Whom a mail to that account goes to; only active users get one. */
export function findMailRecipient(
  db: Queryable,
  email: string,
): Promise<{ id: number; email: string; name: string; language: Language } | undefined> {
  return queryOptionalRow(
    db,
    'select id, email, name, language from users where lower(email) = lower($1) and active',
    [email],
  );
}

/** Every user, by name. */
export function listUsers(db: Queryable): Promise<User[]> {
  return queryRows<User>(db, `select ${userColumns} from users order by lower(name), id`);
}

/** Users whose uploads `userId` may see: their own, those of subordinates at any depth, of those they replace. */
export async function accessibleUserIds(db: Queryable, userId: number): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    db,
    `with recursive accessible as (
       select id from users where id = $1 or replacement_user_id = $1
       union
       select u.id from users u join accessible a on u.parent_user_id = a.id
     )
     select id from accessible`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

export type NewUser = {
  email: string;
  name: string;
  role: User['role'];
  fullDataAccess: boolean;
  language: string;
  /** null: until one is set through a link. */
  passwordHash: string | null;
};

/** Inserts a user and gives the id. */
export async function insertUser(db: Queryable, user: NewUser): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into users (email, name, role, full_data_access, language, password_hash)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [user.email, user.name, user.role, user.fullDataAccess, user.language, user.passwordHash],
  );
  return id;
}

/** Sets whom a user reports to and who replaces them. */
export async function setUserRelations(
  db: Queryable,
  id: number,
  parentUserId: number | null,
  replacementUserId: number | null,
): Promise<void> {
  await execute(db, 'update users set parent_user_id = $2, replacement_user_id = $3 where id = $1', [
    id,
    parentUserId,
    replacementUserId,
  ]);
}
