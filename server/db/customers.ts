import { folded, wordsOf } from '#analytics/views/searched-text.ts';
import type { Customer, NamedCustomer } from '../answers/customer.ts';
import { escapeLike } from './like.ts';
import { type Queryable, queryOptionalRow, queryRows } from './query.ts';

const HIT_LIMIT = 50;
/** Shorter words have no trigram to look up. */
const TRIGRAM = 3;

const hitColumns = `external_id as "ExternalID", parent_external_id as "PrimaryParent_ExternalID",
  parent_name as "PrimaryParent", name as "FullName", address as "Address",
  case when active then 'Active' else 'Inactive & Not Deleted' end as "ActiveStatus"`;

/**
 * Customers whose name or id starts with `keyword`, then those whose name, id, parent or address contain every word of
 * it (words of one or two letters: that have a word starting so), whatever the case and the accents. Each part stops at the limit without sorting what
 * nobody would see, so that a word in half of all names costs no more than a rare one.
 */
export async function searchCustomers(db: Queryable, keyword: string): Promise<Customer[]> {
  const words = wordsOf(keyword).slice(0, 8);
  const long = words.filter((word) => word.length >= TRIGRAM).map((word) => `%${escapeLike(word)}%`);
  const short = words
    .filter((word) => word.length < TRIGRAM)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter(Boolean);
  // Conditions apart rather than one with OR, which no index could serve.
  const conditions = [
    '$2::text[] is not null and $3::text[] is not null',
    ...(long.length > 0 ? ['folded(search) like all ($2)'] : []),
    ...(short.length > 0 ? ['word_starts(folded(search)) @> $3'] : []),
    ...(long.length + short.length === 0 ? ['false'] : []),
  ];
  return queryRows<Customer>(
    db,
    `with named as materialized (
       (select external_id from customers where folded(name) like $1 order by folded(name) using ~<~ limit ${HIT_LIMIT})
       union
       (select external_id from customers where lower(external_id) like $1
        order by lower(external_id) using ~<~ limit ${HIT_LIMIT})
     ),
     containing as materialized (
       select external_id from customers where ${conditions.join(' and ')} limit ${HIT_LIMIT}
     )
     select ${hitColumns}
     from customers
     where external_id in (select external_id from named union all select external_id from containing)
     order by external_id in (select external_id from named) desc, active desc, lower(name), external_id
     limit ${HIT_LIMIT}`,
    [`${escapeLike(folded(keyword.trim()))}%`, long, short],
  );
}

/** The customer of a OneKey id or an external id. */
export function findCustomerByKey(db: Queryable, key: string): Promise<NamedCustomer | undefined> {
  return queryOptionalRow(
    db,
    `select external_id as "wkpIdOneKey", name as "wkpName" from customers
     where one_key = $1 or external_id = $1
     order by one_key = $1 desc nulls last
     limit 1`,
    [key],
  );
}

/** The customer of an external id. */
export function findCustomerByExternalId(
  db: Queryable,
  externalId: string,
): Promise<{ externalId: string; name: string } | undefined> {
  return queryOptionalRow(
    db,
    'select external_id as "externalId", name from customers where external_id = $1',
    [externalId],
  );
}
