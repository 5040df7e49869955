import type { CorrectedCustomer, CustomerFields } from '#shared/schemas/customer.ts';
import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';

/** What an administrator may say of a customer, by the columns of the table. */
const correctable = {
  name: 'name',
  parentExternalId: 'parent_external_id',
  parentName: 'parent_name',
  address: 'address',
  active: 'active',
  language: 'language',
  channel: 'channel',
  oneKey: 'one_key',
  phone: 'phone',
  mail: 'mail',
} as const satisfies Record<keyof Omit<CustomerFields, 'externalId'>, string>;

const columns = Object.values(correctable).join(', ');

const fields = (row: string) =>
  `${row}.external_id as "externalId", ${Object.entries(correctable)
    .map(([field, column]) => `${row}.${column} as "${field}"`)
    .join(', ')}`;

/** The file's values of what was corrected; null: the file does not have the customer. */
const filedNow = `case when k.filed is not null then
  (select jsonb_object_agg(name, k.filed -> name) from jsonb_object_keys(k.corrected) name) end`;

const inConflict = `(${filedNow}) is distinct from k.known`;

/** Those whose file has changed since they were corrected first, then by name. */
export function listCorrectedCustomers(db: Queryable, limit: number): Promise<CorrectedCustomer[]> {
  return correctedCustomers(db, 'order by "fileChanged" desc, lower(c.name), k.external_id limit $1', [
    limit,
  ]);
}

export async function findCorrectedCustomer(
  db: Queryable,
  externalId: string,
): Promise<CorrectedCustomer | undefined> {
  const [found] = await correctedCustomers(db, 'where k.external_id = $1', [externalId]);
  return found;
}

function correctedCustomers(
  db: Queryable,
  which: string,
  parameters: unknown[],
): Promise<CorrectedCustomer[]> {
  return queryRows(
    db,
    `select row_to_json(now) as customer, row_to_json(file) as file,
       array(select case name ${cases} end from jsonb_object_keys(k.corrected) name order by 1) as corrected,
       k.known is null as added, ${inConflict} as "fileChanged", u.name as "correctedBy", k.corrected_at as "correctedAt"
     from customer_corrections k
     join customers c using (external_id)
     cross join lateral (select ${fields('c')}) now
     left join lateral (
       select ${fields('f')} from jsonb_populate_record(null::customers, k.filed) f where k.filed is not null
     ) file on true
     left join users u on u.id = k.corrected_by
     ${which}`,
    parameters,
  );
}

const cases = Object.entries(correctable)
  .map(([field, column]) => `when '${column}' then '${field}'`)
  .join(' ');

/** What is known of a customer. */
export function findCustomerFields(db: Queryable, externalId: string): Promise<CustomerFields | undefined> {
  return queryOptionalRow(db, `select ${fields('c')} from customers c where external_id = $1`, [externalId]);
}

/** The customer, whom nobody else corrects until the transaction ends. */
export function lockCustomer(db: Queryable, externalId: string): Promise<CustomerFields | undefined> {
  return queryOptionalRow(db, `select ${fields('c')} from customers c where external_id = $1 for update`, [
    externalId,
  ]);
}

/**
 * One corrects after the other, and none waits for a file that is being taken: that may last a minute.
 * @throws AppError 503 while a file of customers is being taken
 */
export async function lockCorrections(db: Queryable): Promise<void> {
  const { locked } = await queryRow<{ locked: boolean }>(
    db,
    "select pg_try_advisory_xact_lock_shared(hashtextextended('template file customers', 0)) as locked",
  );
  if (!locked) throw new AppError(503, 'busy', { params: { retryAfter: 10 } });
  await execute(db, "select pg_advisory_xact_lock(hashtextextended('customer corrections', 0))");
}

/** Another customer who has that OneKey id. */
export function ownerOfOneKey(
  db: Queryable,
  oneKey: string,
  except: string,
): Promise<{ name: string } | undefined> {
  return queryOptionalRow(db, 'select name from customers where one_key = $1 and external_id <> $2', [
    oneKey,
    except,
  ]);
}

export async function insertCustomer(db: Queryable, customer: CustomerFields, by: number): Promise<void> {
  await execute(
    db,
    `with added as (
       insert into customers (external_id, ${columns})
       select external_id, ${columns} from jsonb_populate_record(null::customers, $1)
       returning external_id
     )
     insert into customer_corrections (external_id, corrected, corrected_by)
     select external_id, $1::jsonb - 'external_id', $2 from added`,
    [columnsOf(customer), by],
  );
}

/**
 * Lets what administrators say of a customer be `changes` as well. What the file says as they do is no correction any more.
 */
export async function correctCustomer(
  db: Queryable,
  externalId: string,
  changes: Partial<CustomerFields>,
  by: number,
): Promise<void> {
  const corrected = columnsOf(changes);
  await execute(
    db,
    `insert into customer_corrections as k (external_id, corrected, filed, known, corrected_by)
     select external_id, $2, to_jsonb(c) - 'words', '{}', $3 from customers c where external_id = $1
     on conflict (external_id) do update
     set corrected = k.corrected || $2, corrected_by = $3, corrected_at = now()`,
    [externalId, corrected, by],
  );
  await execute(
    db,
    `update customers c set (${columns}) =
       (select ${columns} from jsonb_populate_record(c, $2))
     where external_id = $1`,
    [externalId, corrected],
  );
  await keepCorrections(db, externalId);
  await dropSettled(db, externalId);
}

/** Whoever corrected it knows what the file says by now. */
export async function keepCorrections(db: Queryable, externalId: string): Promise<void> {
  await execute(db, `update customer_corrections k set known = ${filedNow} where external_id = $1`, [
    externalId,
  ]);
}

/** Lets the file's row count again; a customer whom it does not have is inactive. */
export async function dropCorrections(db: Queryable, externalId: string): Promise<void> {
  await execute(
    db,
    `update customers c set (${columns}) = (
       select ${columns}
       from jsonb_populate_record(c, coalesce(k.filed, '{"active": false}'))
     )
     from customer_corrections k where k.external_id = c.external_id and c.external_id = $1`,
    [externalId],
  );
  await execute(db, 'delete from customer_corrections where external_id = $1', [externalId]);
}

/**
 * Lets corrections count for the customers of a file, `incoming_customers`, that is about to replace those of before, and
 * notes what the file says of them. Nobody corrects until the transaction ends.
 */
export async function applyCorrections(db: Queryable): Promise<void> {
  // A OneKey id that the file gives to somebody else is theirs, unless they were corrected not to have it; who loses a
  // correction by that has the file's again, which a third may have been given.
  const takeBackKeys = () =>
    execute(
      db,
      `update customer_corrections k set corrected = k.corrected - 'one_key'
       from incoming_customers i
       where i.one_key = k.corrected ->> 'one_key' and i.external_id <> k.external_id
         and not exists (
           select from customer_corrections o where o.external_id = i.external_id and o.corrected ? 'one_key'
         )`,
    );
  while ((await takeBackKeys()) > 0);
  await execute(
    db,
    `update customer_corrections k set filed = i.filed
     from customer_corrections o
     left join (select external_id, to_jsonb(i) as filed from incoming_customers i) i using (external_id)
     where o.external_id = k.external_id and k.filed is distinct from i.filed`,
  );
  await dropSettled(db, null);
  // First no customer has it, and then another one: never two at once.
  await execute(
    db,
    `update incoming_customers i set one_key = null
     from customer_corrections k where k.external_id = i.external_id and k.corrected ? 'one_key'`,
  );
  await execute(
    db,
    `update incoming_customers i set (${columns}) = (select ${columns} from jsonb_populate_record(i, k.corrected))
     from customer_corrections k where k.external_id = i.external_id`,
  );
  await execute(
    db,
    `insert into incoming_customers (external_id, ${columns})
     select (r).external_id, ${Object.values(correctable)
       .map((column) => `(r).${column}`)
       .join(', ')}
     from (
       select jsonb_populate_record(c, jsonb_build_object('active', false, 'one_key', null) || k.corrected) as r
       from customer_corrections k join customers c using (external_id)
       where k.filed is null
     ) corrected`,
  );
}

/** A file that says what was corrected needs no correction. */
async function dropSettled(db: Queryable, externalId: string | null): Promise<void> {
  await execute(
    db,
    'delete from customer_corrections where filed @> corrected and ($1::text is null or external_id = $1)',
    [externalId],
  );
}

function columnsOf({ externalId, ...values }: Partial<CustomerFields>): string {
  return JSON.stringify({
    ...(externalId !== undefined && { external_id: externalId }),
    ...Object.fromEntries(
      Object.entries(values).map(([field, value]) => [correctable[field as keyof typeof correctable], value]),
    ),
  });
}
