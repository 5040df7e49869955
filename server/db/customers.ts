import { escapeLike } from './like.ts';
import { type Queryable, queryOptionalRow, queryRows } from './query.ts';

/** A hit of the customer search, in the wire's names. */
export type CustomerHit = {
  ExternalID: string;
  PrimaryParent_ExternalID: string | null;
  PrimaryParent: string | null;
  FullName: string;
  /** Street, postcode, city, country; separated by commas. */
  Address: string;
  ActiveStatus: 'Active' | 'Inactive & Not Deleted';
};

const HIT_LIMIT = 50;

/** Customers whose name, id, parent or address contain every word of `keyword`; names that start with it first. */
export function searchCustomers(db: Queryable, keyword: string): Promise<CustomerHit[]> {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  return queryRows<CustomerHit>(
    db,
    `select external_id as "ExternalID", parent_external_id as "PrimaryParent_ExternalID",
       parent_name as "PrimaryParent", name as "FullName", address as "Address",
       case when active then 'Active' else 'Inactive & Not Deleted' end as "ActiveStatus"
     from customers
     where search like all ($1::text[])
     order by active desc, lower(name) like $2 desc, name, external_id
     limit ${HIT_LIMIT}`,
    [words.map((word) => `%${escapeLike(word)}%`), `${escapeLike(keyword.trim().toLowerCase())}%`],
  );
}

/** The customer of a OneKey id or an external id. */
export function findCustomerByKey(
  db: Queryable,
  key: string,
): Promise<{ wkpIdOneKey: string; wkpName: string } | undefined> {
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
