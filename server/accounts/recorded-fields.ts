import type { User } from '#shared/schemas/user.ts';
import type { Queryable } from '../platform/database/query.ts';
import { findUser } from './account-queries.ts';

/** Fields of a user as the log of changes keeps them: people by name beside their number, since they may be gone when it is read. */
export async function recordedFields(db: Queryable, fields: Partial<User>): Promise<Record<string, unknown>> {
  const recorded: Record<string, unknown> = { ...fields };
  for (const relation of ['parentUserId', 'replacementUserId'] as const) {
    const id = fields[relation];
    if (id == null) continue;
    const person = await findUser(db, id);
    if (person) recorded[relation] = `${person.name} (${id})`;
  }
  return recorded;
}
