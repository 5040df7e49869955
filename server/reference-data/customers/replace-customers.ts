import { execute, type Queryable, queryRow } from '../../platform/database/query.ts';
import { applyCorrections } from './correction-queries.ts';

/** Customers added, changed, and no longer in the file, which become inactive. */
export type ReplacedCustomers = { added: number; changed: number; ended: number };

/** Text that is sent to PostgreSQL at once. */
const BATCH_LENGTH = 2_000_000;

/**
 * Makes the customers those of a file: `batches` of rows as JSON, one per line. New ones are added, others changed where
 * they differ; who is not among them becomes inactive and stays, because statistics refer to them. What administrators
 * corrected goes on counting. Call it in a transaction: until that is over everybody finds the customers of before, and waits for nothing.
 */
export async function replaceCustomers(
  db: Queryable,
  batches: AsyncIterable<readonly string[]>,
): Promise<ReplacedCustomers> {
  await execute(
    db,
    `create temp table incoming_customers (
       external_id text primary key, name text not null, parent_external_id text, parent_name text,
       address text not null, active boolean not null, language text, channel text, one_key text unique,
       phone text, mail text
     ) on commit drop`,
  );
  let lines: string[] = [];
  let length = 0;
  const send = async () => {
    await insertIncoming(db, `[${lines.join(',')}]`);
    lines = [];
    length = 0;
  };
  for await (const batch of batches) {
    for (const line of batch) {
      lines.push(line);
      length += line.length;
    }
    if (length >= BATCH_LENGTH) await send();
  }
  await send();
  await execute(db, 'analyze incoming_customers');
  await applyCorrections(db);
  // Nobody else may have a key that the file gives to a customer, not even until the statement after this one.
  await execute(
    db,
    `update customers c set one_key = null from incoming_customers i
     where c.one_key = i.one_key and c.external_id <> i.external_id`,
  );
  const upserted = await queryRow<{ added: number; changed: number }>(
    db,
    `with upserted as (
       insert into customers as c
         (external_id, name, parent_external_id, parent_name, address, active, language, channel, one_key,
          phone, mail)
       select external_id, name, parent_external_id, parent_name, address, active, language, channel, one_key,
         phone, mail
       from incoming_customers i
       where not exists (
         select from customers same
         where same.external_id = i.external_id
           and (same.name, same.parent_external_id, same.parent_name, same.address, same.active, same.language,
             same.channel, same.one_key, same.phone, same.mail)
           is not distinct from (i.name, i.parent_external_id, i.parent_name, i.address, i.active, i.language,
             i.channel, i.one_key, i.phone, i.mail)
       )
       on conflict (external_id) do update set
         name = excluded.name, parent_external_id = excluded.parent_external_id,
         parent_name = excluded.parent_name, address = excluded.address, active = excluded.active,
         language = excluded.language, channel = excluded.channel, one_key = excluded.one_key,
         phone = excluded.phone, mail = excluded.mail
       returning xmax = 0 as added
     )
     select count(*) filter (where added)::integer as added, count(*) filter (where not added)::integer as changed
     from upserted`,
  );
  const ended = await execute(
    db,
    `update customers c set active = false
     where c.active and not exists (select from incoming_customers i where i.external_id = c.external_id)`,
  );
  return { ...upserted, ended };
}

async function insertIncoming(db: Queryable, rows: string): Promise<void> {
  await execute(
    db,
    `insert into incoming_customers
     select "externalId", name, nullif("parentExternalId", ''), nullif("parentName", ''), address, active,
       nullif(language, ''), nullif(channel, ''), nullif("oneKey", ''), phone, mail
     from jsonb_to_recordset($1::jsonb) as c ("externalId" text, name text, "parentExternalId" text,
       "parentName" text, address text, active boolean, language text, channel text, "oneKey" text,
       phone text, mail text)`,
    [rows],
  );
}
