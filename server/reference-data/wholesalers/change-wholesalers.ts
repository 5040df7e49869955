import type { Pool } from 'pg';
import type { User } from '#shared/schemas/user.ts';
import type { Wholesaler } from '#shared/schemas/wholesaler.ts';
import { refuseOutdated } from '../../http/request/if-match.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, gone, nameTaken } from '../../platform/errors.ts';
import { type AuditDeed, changedFields, recordChange } from '../../platform/record-audit.ts';
import {
  deleteWholesaler,
  insertWholesaler,
  lockWholesaler,
  lockWholesalers,
  retireWholesaler,
  updateWholesaler,
  type WholesalerFields,
  wholesalerNameIsTaken,
  wholesalerUses,
} from './wholesaler-queries.ts';

/** @throws AppError 409 where another one has the name */
export function addWholesaler(pool: Pool, fields: WholesalerFields, by: User): Promise<Wholesaler> {
  return alone(pool, async (client) => {
    await refuseTakenName(client, fields, null);
    const added = await insertWholesaler(client, fields);
    await record(client, by, 'created', {}, added);
    return added;
  });
}

/** @throws AppError 404, 409 where another one has the name, 412 where it has another version than `ifVersion` */
export function changeWholesaler(
  pool: Pool,
  id: number,
  fields: WholesalerFields,
  by: User,
  ifVersion?: number,
): Promise<Wholesaler> {
  return alone(pool, async (client) => {
    const before = await found(client, id);
    refuseOutdated(ifVersion, { version: before.version, fields: before }, fields);
    await refuseTakenName(client, fields, id);
    const after = await updateWholesaler(client, id, fields);
    await record(client, by, 'changed', before, after);
    return after;
  });
}

/** Offers it no longer, or again; once is as good as twice. @throws AppError 404 */
export function setRetired(pool: Pool, id: number, retired: boolean, by: User): Promise<Wholesaler> {
  return alone(pool, async (client) => {
    const before = await found(client, id);
    const after = await retireWholesaler(client, id, retired);
    await record(client, by, retired ? 'retired' : 'reinstated', before, after);
    return after;
  });
}

/** @throws AppError 404, and 409 while carts or orders name it: it can be retired */
export function removeWholesaler(pool: Pool, id: number, by: User): Promise<void> {
  return alone(pool, async (client) => {
    const before = await found(client, id);
    const { carts, orders } = await wholesalerUses(client, id);
    if (carts + orders > 0) throw new AppError(409, 'wholesaler_in_use', { params: { carts, orders } });
    await deleteWholesaler(client, id);
    await record(client, by, 'deleted', before, {});
  });
}

/** One after the other, so that names stay different and nothing deadlocks. */
function alone<Result>(pool: Pool, work: (client: Queryable) => Promise<Result>): Promise<Result> {
  return inTransaction(pool, async (client) => {
    await lockWholesalers(client);
    return work(client);
  });
}

async function found(client: Queryable, id: number): Promise<Wholesaler> {
  const wholesaler = await lockWholesaler(client, id);
  if (!wholesaler) throw gone();
  return wholesaler;
}

async function refuseTakenName(
  client: Queryable,
  { wholesalerName }: WholesalerFields,
  except: number | null,
): Promise<void> {
  if (await wholesalerNameIsTaken(client, wholesalerName, except)) {
    throw nameTaken('wholesalerName', wholesalerName);
  }
}

async function record(
  client: Queryable,
  by: User,
  deed: AuditDeed,
  before: Partial<Wholesaler>,
  after: Partial<Wholesaler>,
): Promise<void> {
  const { wholesalerID = 0, wholesalerName = '' } = { ...before, ...after };
  const changed = changedFields(fieldsOf(before), fieldsOf(after));
  if (Object.keys(changed.after).length === 0) return;
  await recordChange(client, {
    by,
    action: `wholesaler.${deed}`,
    subject: 'wholesaler',
    subjectKey: wholesalerID,
    subjectName: wholesalerName,
    ...changed,
  });
}

function fieldsOf({ version: _, ...fields }: Partial<Wholesaler>): Omit<Partial<Wholesaler>, 'version'> {
  return fields;
}
