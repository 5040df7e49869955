import type { HandMatch } from '#analytics/statistics.ts';
import type { ProductMatch } from '#shared/schemas/product-match.ts';
import type { User } from '#shared/schemas/user.ts';
import {
  execute,
  instant,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';

/**
 * What counts for a statistic, each code once, in a statement that gives its customer (null: none, or one of a test upload) and
 * its uploader: what was said of this customer by whoever may see the uploads of that user (see accessibleUserIds), newest
 * first, else what is general.
 */
export const countingMatches = (customer: string, uploader: string) => `
  select distinct on (m.code) m.code, m.product_gtin as product
  from product_matches m
  where m.general_at is not null or m.customer_external_id = ${customer} and exists (
    select from users author where author.id = m.author_id and (
      author.role = 'Admin' or author.full_data_access or exists (
        with recursive above as (
          select id, parent_user_id, replacement_user_id from users where id = ${uploader}
          union
          select u.id, u.parent_user_id, u.replacement_user_id from users u join above a on u.id = a.parent_user_id
        )
        select from above where author.id in (above.id, above.replacement_user_id)
      )
    )
  )
  order by m.code, m.general_at is not null, m.made_at desc, m.id desc`;

/** What will count for an upload. */
export function findMatchesFor(
  db: Queryable,
  {
    customerExternalId,
    testUpload,
    uploaderId,
  }: { customerExternalId: string | null; testUpload: boolean; uploaderId: number },
): Promise<HandMatch[]> {
  return queryRows<HandMatch>(db, countingMatches('$1::text', '$2::integer'), [
    testUpload ? null : customerExternalId,
    uploaderId,
  ]);
}

/**
 * The same in the transaction that stores the upload: nobody says otherwise until that is over, and then of this statistic
 * too.
 */
export async function holdMatchesFor(
  db: Queryable,
  upload: Parameters<typeof findMatchesFor>[1],
): Promise<HandMatch[]> {
  await execute(db, 'lock table product_matches in share mode');
  return findMatchesFor(db, upload);
}

/** A pair of identifiers, 0 where it has none, and the GTIN of the product that it means in one statistic. */
export type MatchedPair = { id: number; gtin: string; pharmacode: number; statistic: number; match: string };

/** The pairs of identifiers that these statistics (ids with commas between) contain and that were matched by hand there. */
export function matchedPairs(db: Queryable, statistics: string): Promise<MatchedPair[]> {
  return queryRows<MatchedPair>(
    db,
    `select i.id, i.gtin::text as gtin, i.pharmacode, s.id as statistic, m.product as match
     from (
       select i.*
       from (select distinct code::bigint as gtin from product_matches where length(code) = 13) known
       join identifiers i using (gtin)
       union all
       select i.*
       from (select distinct code::integer as pharmacode from product_matches where length(code) = 7) known
       join identifiers i on i.gtin = 0 and i.pharmacode = known.pharmacode
     ) i
     join statistic_identifiers b on b.identifier_id = i.id
     join statistics s on s.id = b.statistic_id
     cross join lateral (${countingMatches('case when not s.test_upload then s.customer_external_id end', 's.uploader_id')}) m
     where s.id = any ($1::integer[])
       and m.code = case when i.gtin <> 0 then lpad(i.gtin::text, 13, '0') else lpad(i.pharmacode::text, 7, '0') end`,
    [`{${statistics}}`],
  );
}

type NewMatch = HandMatch & { customerExternalId: string; description: string };

/** Says which product a code is, in the place of what the same author said before; nothing where that is the same. */
export function sayMatch(
  db: Queryable,
  author: Pick<User, 'id' | 'name'>,
  { code, product, customerExternalId, description }: NewMatch,
): Promise<{ id: number; before: string | null } | undefined> {
  return queryOptionalRow(
    db,
    `with known as (
       select id, product_gtin from product_matches
       where customer_external_id = $3 and code = $1 and author_id = $5 and general_at is null
     )
     insert into product_matches as m (code, product_gtin, customer_external_id, description, author_id, author_name)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (customer_external_id, code, author_id) where general_at is null do update
     set product_gtin = excluded.product_gtin, description = excluded.description, made_at = now()
     where m.product_gtin <> excluded.product_gtin
     returning id, (select product_gtin from known) as before`,
    [code, product, customerExternalId, description, author.id, author.name],
  );
}

/** Takes back what somebody said of a customer themselves; gives which product it was. */
export async function takeBackOwnMatch(
  db: Queryable,
  author: Pick<User, 'id'>,
  { code, customerExternalId }: Pick<NewMatch, 'code' | 'customerExternalId'>,
): Promise<string | undefined> {
  const deleted = await queryOptionalRow<{ product: string }>(
    db,
    `delete from product_matches
     where customer_external_id = $1 and code = $2 and author_id = $3 and general_at is null
     returning product_gtin as product`,
    [customerExternalId, code, author.id],
  );
  return deleted?.product;
}

export type StoredMatch = Omit<ProductMatch, 'productName' | 'named' | 'namedName'>;

const stored = `m.id, m.code, m.product_gtin as product, m.description,
  m.customer_external_id as "customerExternalId", c.name as "customerName", m.author_name as "madeBy",
  ${instant('m.made_at')} as "madeAt", m.general_at is not null as general, m.general_by as "generalBy",
  ${instant('m.general_at')} as "generalAt"`;

/** All of them, the newest first. */
export function listMatches(db: Queryable): Promise<StoredMatch[]> {
  return queryRows<StoredMatch>(
    db,
    `select ${stored} from product_matches m left join customers c on c.external_id = m.customer_external_id
     order by greatest(m.made_at, m.general_at) desc, m.id desc`,
  );
}

/** Nobody else changes it until the transaction ends. */
export function holdMatch(db: Queryable, id: number): Promise<StoredMatch | undefined> {
  return queryOptionalRow<StoredMatch>(
    db,
    `select ${stored} from product_matches m left join customers c on c.external_id = m.customer_external_id
     where m.id = $1 for update of m`,
    [id],
  );
}

/** Another match of the code that counts for all. */
export async function hasGeneralMatch(
  db: Queryable,
  { id, code }: Pick<StoredMatch, 'id' | 'code'>,
): Promise<boolean> {
  const { found } = await queryRow<{ found: boolean }>(
    db,
    'select exists (select from product_matches where code = $1 and id <> $2 and general_at is not null) as found',
    [code, id],
  );
  return found;
}

export async function makeGeneral(db: Queryable, id: number, by: Pick<User, 'name'>): Promise<void> {
  await execute(db, 'update product_matches set general_at = now(), general_by = $2 where id = $1', [
    id,
    by.name,
  ]);
}

export async function deleteMatch(db: Queryable, id: number): Promise<void> {
  await execute(db, 'delete from product_matches where id = $1', [id]);
}
