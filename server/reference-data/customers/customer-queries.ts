import type { Customer, NamedCustomer } from '#shared/schemas/customer.ts';
import { folded, wordsOf } from '#shared/searched-text.ts';
import { escapeLike, type Queryable, queryOptionalRow, queryRows } from '../../platform/database/query.ts';

/** Customers that a search answers at most. */
export const MOST_CUSTOMERS = 50;

/** Of more customers with the same words it is chance who is looked at. */
const LOOKED_AT = 5000;

/** Shorter words have no trigram of their own, but one with the blank before them. */
const TRIGRAM = 3;

const activeStatus = `case when active then 'Active' else 'Inactive & Not Deleted' end as "ActiveStatus"`;

const hitColumns = `external_id as "ExternalID", parent_external_id as "PrimaryParent_ExternalID",
  parent_name as "PrimaryParent", name as "FullName", address as "Address",
  ${activeStatus}`;

/**
 * Customers whose name or id starts with `keyword`, then those whose name, id, parent or address contain every word of
 * it (words of one or two letters: that have a word starting so), whatever the case, the accents and the punctuation: those
 * with the words in the name first, then in postcode and place, then in the street. Of words that many have, only so many
 * are looked at, and the second part is only begun where the first is short.
 */
export async function searchCustomers(
  db: Queryable,
  keyword: string,
  most = MOST_CUSTOMERS,
): Promise<Customer[]> {
  const words = wordsOf(keyword)
    .filter((word) => letters(word) > 0)
    .slice(0, 8);
  // A condition per word: the index does not serve `like all`. PostgreSQL takes words for independent of each other, and
  // with a limit would read all customers for the first ones with two frequent words that nobody has together. So each word
  // stands in a select of its own, where the plan can't depend on it, and the limit outside.
  const patterns = words.map((word, at) => {
    const start = letters(word) < TRIGRAM ? '% ' : '%';
    return `(select '${start}' || btrim(searched_words($${at + 2})) || '%')`;
  });
  const conditions = patterns.map((pattern) => `words like ${pattern}`);
  // Where the words begin with the name and end with postcode, place and country.
  const ranks = patterns.map(
    (pattern) =>
      `case when left(words, length(name) + 1) like ${pattern} then 0
       when right(words, length(address) - length(split_part(address, ',', 1))) like ${pattern} then 1 else 2 end`,
  );
  return queryRows<Customer>(
    db,
    `with named as materialized (
       (select external_id from customers where folded(name) like $1 order by folded(name) using ~<~ limit ${most})
       union
       (select external_id from customers where lower(external_id) like $1
        order by lower(external_id) using ~<~ limit ${most})
     ),
     containing as materialized (
       select external_id, words, name, address from customers
       where (select count(*) from named) < ${most} and ${conditions.join(' and ') || 'false'}
       limit ${LOOKED_AT}
     ),
     found as (
       select external_id, -1 as rank from named
       union all
       (select external_id, ${ranks.join(' + ') || '0'} as rank from containing order by rank, external_id limit ${most})
     )
     select ${hitColumns}
     from customers join (select external_id, min(rank) as rank from found group by external_id) ranked using (external_id)
     order by rank, active desc, lower(name), external_id
     limit ${most}`,
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
