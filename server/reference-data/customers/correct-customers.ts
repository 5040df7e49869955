import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { CorrectedCustomer, CustomerFields, StoredCustomer } from '#shared/schemas/customer.ts';
import type { User } from '#shared/schemas/user.ts';
import { refuseOutdated } from '../../http/request/if-match.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, gone } from '../../platform/errors.ts';
import { type AuditDeed, changedFields, recordChange } from '../../platform/record-audit.ts';
import {
  correctCustomer,
  dropCorrections,
  findCorrectedCustomer,
  findCustomerFields,
  insertCustomer,
  keepCorrections,
  lockCorrections,
  lockCustomer,
  ownerOfOneKey,
} from './correction-queries.ts';

/** @throws AppError 404 */
export async function findCustomer(db: Queryable, externalId: string): Promise<StoredCustomer> {
  const found = await findCustomerFields(db, externalId);
  if (!found) throw gone();
  return withVersion(found);
}

/** @throws AppError 409 where another customer has the id or the OneKey id, 503 while a file of customers is being taken */
export function addCustomer(pool: Pool, fields: CustomerFields, by: User): Promise<StoredCustomer> {
  return change(pool, fields.externalId, by, 'added', async (client, before) => {
    if (before) throw new AppError(409, 'customer_exists', { params: { name: before.name } });
    await refuseTakenKey(client, fields.externalId, fields.oneKey);
    await insertCustomer(client, fields, by.id);
  });
}

/**
 * What is said of a customer from now on, whatever the next file says.
 * @throws AppError 404, 409 where another customer has the OneKey id, 412 where the customer has another version than
 * `ifVersion`, 503 while a file of customers is being taken
 */
export function changeCustomer(
  pool: Pool,
  externalId: string,
  fields: { [Field in keyof CustomerFields]?: CustomerFields[Field] | undefined },
  by: User,
  ifVersion?: number,
): Promise<StoredCustomer> {
  return change(pool, externalId, by, 'corrected', async (client, before) => {
    if (!before) throw gone();
    refuseOutdated(ifVersion, { version: withVersion(before).version, fields: before }, fields);
    await refuseTakenKey(client, externalId, fields.oneKey);
    const { after } = changedFields(before, { ...before, ...fields });
    if (Object.keys(after).length > 0) await correctCustomer(client, externalId, after, by.id);
  });
}

/** What was corrected stays, though the file has changed. @throws AppError 404 */
export async function keepCorrection(pool: Pool, externalId: string, by: User): Promise<void> {
  await change(pool, externalId, by, 'kept', async (client) => {
    await findCorrection(client, externalId);
    await keepCorrections(client, externalId);
  });
}

/** What the file says counts again; whom it does not have is inactive. @throws AppError 404 */
export async function takeFile(pool: Pool, externalId: string, by: User): Promise<void> {
  await change(pool, externalId, by, 'uncorrected', async (client) => {
    const { file } = await findCorrection(client, externalId);
    await refuseTakenKey(client, externalId, file?.oneKey);
    await dropCorrections(client, externalId);
  });
}

async function change(
  pool: Pool,
  externalId: string,
  by: User,
  deed: AuditDeed,
  act: (client: Queryable, before: CustomerFields | undefined) => Promise<void>,
): Promise<StoredCustomer> {
  return inTransaction(pool, async (client) => {
    await lockCorrections(client);
    const before = await lockCustomer(client, externalId);
    await act(client, before);
    const after = (await lockCustomer(client, externalId))!;
    const changed = changedFields(before ?? {}, after);
    if (deed === 'kept' || Object.keys(changed.after).length > 0) {
      await recordChange(client, {
        by,
        action: `customer.${deed}`,
        subject: 'customer',
        subjectKey: externalId,
        subjectName: after.name,
        ...changed,
      });
    }
    return withVersion(after);
  });
}

/** Files of customers replace rows, so that the version of one is made of what it says. */
function withVersion(customer: CustomerFields): StoredCustomer {
  const version = createHash('sha256').update(JSON.stringify(customer)).digest().readUInt32BE();
  return { ...customer, version };
}

async function findCorrection(client: Queryable, externalId: string): Promise<CorrectedCustomer> {
  const found = await findCorrectedCustomer(client, externalId);
  if (!found) throw gone();
  return found;
}

async function refuseTakenKey(
  client: Queryable,
  externalId: string,
  oneKey: string | null | undefined,
): Promise<void> {
  const owner = oneKey && (await ownerOfOneKey(client, oneKey, externalId));
  if (owner) throw new AppError(409, 'one_key_taken', { params: { name: owner.name } });
}
