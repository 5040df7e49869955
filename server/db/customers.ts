import { folded, wordsOf } from '#analytics/views/searched-text.ts';
import type { Customer, NamedCustomer } from '../answers/customer.ts';
import { escapeLike } from './like.ts';
import { type Queryable, queryOptionalRow, queryRows } from './query.ts';

const HIT_LIMIT = 50;
/** Shorter words have no trigram of their own, but one with the blank before them. */
const TRIGRAM = 3;

const activeStatus = `case when active then 'Active' else 'Inactive & Not Deleted' end as "ActiveStatus"`;
const hitColumns = `external_id as "ExternalID", parent_external_id as "PrimaryParent_ExternalID",
  parent_name as "PrimaryParent", name as "FullName", address as "Address",
  ${activeStatus}`;

/**
 * Customers whose name or id starts with `keyword`, then those whose name, id, parent or address contain every word of
 * it (words of one or two letters: that have a word starting so), whatever the case, the accents and the punctuation. Each
 * part stops at the limit without sorting what nobody would see, and the second is only begun where the first is short.
 */
export async function searchCustomers(db: Queryable, keyword: string): Promise<Customer[]> {
  const words = wordsOf(keyword)
    .filter((word) => letters(word) > 0)
    .slice(0, 8);
  // A condition per word: the index does not serve `like all`. PostgreSQL takes words for independent of each other, and
  // with a limit would read all customers for the first ones with two frequent words that nobody has together. So each word
  // stands in a select of its own, where the plan can't depend on it, and the limit outside.
  const conditions = words.map((word, at) => {
    const start = letters(word) < TRIGRAM ? '% ' : '%';
    return `words like (select '${start}' || btrim(searched_words($${at + 2})) || '%')`;
  });
  return queryRows<Customer>(
    db,
    `with named as materialized (
       (select external_id from customers where folded(name) like $1 order by folded(name) using ~<~ limit ${HIT_LIMIT})
       union
       (select external_id from customers where lower(external_id) like $1
        order by lower(external_id) using ~<~ limit ${HIT_LIMIT})
     ),
     containing as materialized (
       select external_id from customers
       where (select count(*) from named) < ${HIT_LIMIT} and ${conditions.join(' and ') || 'false'}
     )
     select ${hitColumns}
     from customers
     where external_id in (
       select external_id from named union all (select external_id from containing limit ${HIT_LIMIT})
     )
     order by external_id in (select external_id from named) desc, active desc, lower(name), external_id
     limit ${HIT_LIMIT}`,
    [`${escapeLike(folded(keyword.trim()))}%`, ...words],
  );
}

function letters(word: string): number {
  return word.replace(/[^\p{L}\p{N}]/gu, '').length;
}

/** The customer of a OneKey id or an external id. */
export function findCustomerByKey(db: Queryable, key: string): Promise<NamedCustomer | undefined> {
  return queryOptionalRow(
    db,
    `select external_id as "wkpIdOneKey", name as "wkpName", ${activeStatus} from customers
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
