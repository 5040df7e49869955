import type { Pool } from 'pg';
import type { FocusGroup } from '#analytics/focus-groups.ts';
import type { User } from '#shared/schemas/user.ts';
import { refuseOutdated } from '../../http/request/if-match.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { gone, nameTaken } from '../../platform/errors.ts';
import { type AuditDeed, recordChange } from '../../platform/record-audit.ts';
import {
  deleteFocusGroup,
  findFocusGroup,
  focusGroupNameIsTaken,
  lockFocusGroups,
  type StoredFocusGroup,
  storeFocusGroup,
} from './focus-group-queries.ts';

type Members = Omit<FocusGroup, 'id'>;

/**
 * Adds a group where `id` is null, else changes that one.
 * @throws AppError 404, 409 where another one has the name, 412 where it has another version than `ifVersion`
 */
export function saveFocusGroup(
  pool: Pool,
  id: number | null,
  group: Members,
  by: User,
  ifVersion?: number,
): Promise<StoredFocusGroup> {
  return inTransaction(pool, async (client) => {
    await lockFocusGroups(client);
    const before = id === null ? null : await findFocusGroup(client, id);
    if (before === undefined) throw gone();
    if (before)
      refuseOutdated(ifVersion, { version: before.version, fields: wireFields(before) }, wireFields(group));
    if (await focusGroupNameIsTaken(client, group.name, id)) throw nameTaken('name', group.name);
    const after = await storeFocusGroup(client, id, group);
    await record(client, by, before ? 'changed' : 'created', before, after);
    return after;
  });
}

/** @throws AppError 404 */
export function removeFocusGroup(pool: Pool, id: number, by: User): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockFocusGroups(client);
    const before = await findFocusGroup(client, id);
    if (!before) throw gone();
    await deleteFocusGroup(client, id);
    await record(client, by, 'deleted', before, null);
  });
}

/** Of members, of which there can be thousands, those that went are written down as before, and those that came as after. */
async function record(
  client: Queryable,
  by: User,
  deed: AuditDeed,
  before: FocusGroup | null,
  after: FocusGroup | null,
): Promise<void> {
  const named = (after ?? before)!;
  const changed = {
    before: fieldsBeside(before, after),
    after: fieldsBeside(after, before),
  };
  if (before && after && Object.keys({ ...changed.before, ...changed.after }).length === 0) return;
  await recordChange(client, {
    by,
    action: `focus-group.${deed}`,
    subject: 'focus-group',
    subjectKey: named.id,
    subjectName: named.name,
    ...changed,
  });
}

function fieldsBeside(state: FocusGroup | null, other: FocusGroup | null): Record<string, unknown> {
  if (!state) return {};
  const fields: Record<string, unknown> = {};
  if (state.name !== other?.name) fields.name = state.name;
  for (const kind of ['molecules', 'gtins'] as const) {
    const others = new Set(other?.[kind]);
    const own = state[kind].filter((member) => !others.has(member));
    if (own.length > 0) fields[kind] = own;
  }
  return fields;
}

/** By the names of the API. */
function wireFields({ name, molecules, gtins }: Members) {
  return { name, molecules, products: gtins };
}
