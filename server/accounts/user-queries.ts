import type { Language } from '#shared/languages.ts';
import type { PackTemplate } from '#shared/pack.ts';
import type { ListedUser, Person, StartPage, User } from '#shared/schemas/user.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../platform/database/query.ts';

/** The columns of a user as in the API. */
export const userColumns = `id, email, name, role, active as "Active", full_data_access as "FullDataAccess",
  parent_user_id as "parentUserId", replacement_user_id as "replacementUserId", language, start_page as "startPage"`;

/** The user of `email` (case does not matter), active or not, with the argon2id hash. */
export function findCredentials(
  db: Queryable,
  email: string,
): Promise<{ id: number; active: boolean; password_hash: string | null } | undefined> {
  return queryOptionalRow(db, 'select id, active, password_hash from users where lower(email) = lower($1)', [
    email,
  ]);
}

/** The active user with that id. */
export function findActiveUser(db: Queryable, id: number): Promise<User | undefined> {
  return queryOptionalRow<User>(db, `select ${userColumns} from users where id = $1 and active`, [id]);
}

/** Records a sign-in of the active user if the password is unchanged; both are kept until the transaction ends. */
export function recordSignIn(db: Queryable, id: number, passwordHash: string): Promise<User | undefined> {
  // One statement that locks table and row, so that a change of accounts cannot come between.
  return queryOptionalRow<User>(
    db,
    `update users set last_sign_in_at = now() where id = $1 and active and password_hash = $2
     returning ${userColumns}`,
    [id, passwordHash],
  );
}

/** The recipient of mail to an account; only active users get mail. */
export function findMailRecipient(db: Queryable, email: string): Promise<{ id: number } | undefined> {
  return queryOptionalRow(db, 'select id from users where lower(email) = lower($1) and active', [email]);
}

const people = (table: string) =>
  `jsonb_agg(jsonb_build_object('id', ${table}.id, 'name', ${table}.name) order by lower(${table}.name), ${table}.id)`;

/** Every user, by name. */
export function listUsers(db: Queryable): Promise<ListedUser[]> {
  return listed(db, null);
}

export async function findListedUser(db: Queryable, id: number): Promise<ListedUser | undefined> {
  const [user] = await listed(db, id);
  return user;
}

/** The user with that id, or all (null). */
function listed(db: Queryable, id: number | null): Promise<ListedUser[]> {
  return queryRows<ListedUser>(
    db,
    `with recursive reports (manager, report) as (
       select parent_user_id, id from users
       where parent_user_id = $1 or ($1::integer is null and parent_user_id is not null)
       union
       select r.manager, u.id from reports r join users u on u.parent_user_id = r.report
     ),
     below as (
       select r.manager, ${people('p')} as subordinates
       from reports r join users p on p.id = r.report
       where r.report <> r.manager
       group by r.manager
     ),
     replaced as (
       select p.replacement_user_id as replacement, ${people('p')} as replaces
       from users p where p.replacement_user_id is not null
       group by p.replacement_user_id
     ),
     uploaded as (
       select uploader_id, count(*)::integer as uploads
       from statistics
       where deleted_at is null and uploader_id is not null and ($1::integer is null or uploader_id = $1)
       group by uploader_id
     )
     select ${userColumns}, coalesce(subordinates, '[]') as subordinates,
       coalesce(replaces, '[]') as "replacementFor", ${instant('last_sign_in_at')} as "lastSignIn",
       coalesce(uploads, 0) as uploads, password_hash is not null as "hasPassword",
       version
     from users
     left join below on manager = id left join replaced on replacement = id left join uploaded on uploader_id = id
     where $1::integer is null or id = $1
     order by lower(name), id`,
    [id],
  );
}

/** Who reports to a user, directly or indirectly, and whom the user replaces; both by name. */
export function findPeopleOf(
  db: Queryable,
  id: number,
): Promise<{ subordinates: Person[]; replacementFor: Person[] }> {
  return queryRow(
    db,
    `with recursive below as (
       select id, name from users where parent_user_id = $1
       union
       select u.id, u.name from below b join users u on u.parent_user_id = b.id
     )
     select
       (select coalesce(${people('below')}, '[]') from below where id <> $1) as subordinates,
       (select coalesce(${people('users')}, '[]') from users where replacement_user_id = $1 and id <> $1)
         as "replacementFor"`,
    [id],
  );
}

/** What decides which uploads a user may see. */
export type Seer = Pick<User, 'id' | 'role' | 'FullDataAccess'>;

/** Users whose uploads `user` may see; null: everyone's. */
export async function visibleUploaderIds(db: Queryable, user: Seer): Promise<number[] | null> {
  if (user.role === 'Admin' || user.FullDataAccess) return null;
  return accessibleUserIds(db, user.id);
}

/**
 * Users whose uploads `user` may change; null: everyone's. Full data access permits reading only; changing requires an
 * administrator, the uploader, their managers or replacement.
 */
export async function changeableUploaderIds(db: Queryable, user: User): Promise<number[] | null> {
  return user.role === 'Admin' ? null : accessibleUserIds(db, user.id);
}

/** Users whose uploads `userId` may see: their own, those of direct and indirect reports, and of those they replace. */
async function accessibleUserIds(db: Queryable, userId: number): Promise<number[]> {
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

/** Active users, all or those in `ids`, by name. */
export function listActivePeople(db: Queryable, ids: number[] | null): Promise<Person[]> {
  return queryRows<Person>(
    db,
    `select id, name from users where active and ($1::integer[] is null or id = any($1)) order by lower(name), id`,
    [ids],
  );
}

export type NewUser = {
  email: string;
  name: string;
  role: User['role'];
  /** Default: true. */
  active?: boolean;
  fullDataAccess: boolean;
  language: string;
  /** null: until set by a link. */
  passwordHash: string | null;
};

export async function setLanguage(db: Queryable, id: number, language: Language): Promise<void> {
  await execute(db, 'update users set language = $2 where id = $1', [id, language]);
}

export async function setStartPage(db: Queryable, id: number, page: StartPage): Promise<void> {
  await execute(db, 'update users set start_page = $2 where id = $1', [id, page]);
}

/** The user's saved choices for a pack, as any release wrote them; null: none. */
export async function findPack(db: Queryable, id: number): Promise<unknown> {
  const { pack } = await queryRow<{ pack: unknown }>(db, 'select pack from users where id = $1', [id]);
  return pack;
}

export async function setPack(db: Queryable, id: number, pack: PackTemplate): Promise<void> {
  await execute(db, 'update users set pack = $2 where id = $1', [id, JSON.stringify(pack)]);
}

/** Inserts a user and gives the id. */
export async function insertUser(db: Queryable, user: NewUser): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into users (email, name, role, active, full_data_access, language, password_hash)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      user.email,
      user.name,
      user.role,
      user.active ?? true,
      user.fullDataAccess,
      user.language,
      user.passwordHash,
    ],
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
