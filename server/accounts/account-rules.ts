import type { PoolClient } from 'pg';
import type { User } from '#shared/schemas/user.ts';
import { AppError, type ErrorCode } from '../platform/errors.ts';
import { countOtherAdmins, findAccount, findLineOf, findUser } from './account-queries.ts';

/** Who does it; null for the command line. */
export type Doer = Pick<User, 'id' | 'name' | 'email'> | null;

/** A user before there is an id. */
export type AccountFields = Omit<User, 'id'>;

/** What of a user is refused, beside the field that it concerns. */
function refusedAt(field: keyof User, code: ErrorCode, params: Record<string, string> = {}): AppError {
  return new AppError(409, code, { params, issues: [{ path: field, message: code }] });
}

/** @throws AppError 409 `email_taken`: an address is one account's, whatever its case */
export async function refuseTakenEmail(client: PoolClient, email: string, id?: number): Promise<void> {
  const known = await findAccount(client, email);
  if (known && known.id !== id) throw refusedAt('email', 'email_taken', { name: known.name });
}

/**
 * Whether whom a user reports to and who replaces them are there, and nobody reports to themselves in the end or replaces
 * themselves; `id` is null for a new user, of whom that can't be.
 * @throws AppError 409 `person_unknown`, `replacement_self`, `parent_cycle` (naming all who are in it)
 */
export async function checkRelations(
  client: PoolClient,
  id: number | null,
  { name, parentUserId, replacementUserId }: Pick<User, 'name' | 'parentUserId' | 'replacementUserId'>,
): Promise<void> {
  if (replacementUserId !== null) {
    if (replacementUserId === id) throw refusedAt('replacementUserId', 'replacement_self');
    if (!(await findUser(client, replacementUserId))) throw refusedAt('replacementUserId', 'person_unknown');
  }
  if (parentUserId === null) return;
  const line = await findLineOf(client, parentUserId, id ?? 0);
  if (line.length === 0) throw refusedAt('parentUserId', 'person_unknown');
  if (line.at(-1)?.id !== id) return;
  const cycle = [name, ...line.slice(0, -1).map((each) => each.name), name].join(' → ');
  throw refusedAt('parentUserId', 'parent_cycle', { cycle });
}

/** @throws AppError 409 `last_admin` where nobody else could administer the portal any more */
export async function refuseLastAdmin(client: PoolClient, before: User, after?: User): Promise<void> {
  const isAdmin = (user: User | undefined) => user?.Active === true && user.role === 'Admin';
  if (!isAdmin(before) || isAdmin(after)) return;
  if ((await countOtherAdmins(client, before.id)) === 0) throw new AppError(409, 'last_admin');
}

/** @throws AppError 409 `user_self`: nobody shuts themselves out */
export function refuseSelf(by: Doer, { id }: User): void {
  if (by?.id === id) throw new AppError(409, 'user_self');
}
