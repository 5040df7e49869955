import type { Pool, PoolClient } from 'pg';
import { execute, inTransaction, queryOptionalRow, queryRow } from '../platform/database/query.ts';
import { monthsAgo, storedMonths } from '../platform/settings/retention.ts';

/** Columns with names of the time. Not in orders: their content is hashed. */
const names = [
  ['customer_notes', 'written_by'],
  ['customer_actions', 'done_by'],
  ['carts', 'handed_from'],
  ['product_matches', 'author_name'],
  ['product_matches', 'general_by'],
] as const;

/** Columns with the name followed by the address. */
const signatures = [
  ['template_file_versions', 'used_by_name'],
  ['all_catalogue_revisions', 'published_by'],
  ['catalogue_proposals', 'built_by_name'],
] as const;

/**
 * Replaces names of users deleted more than DELETED_USER_MONTHS ago by pseudonyms, in the audit and elsewhere. Outside
 * the audit, a name that a current user has stays: it may be theirs.
 */
export async function pseudonymiseFormerUsers(pool: Pool): Promise<void> {
  while (await inTransaction(pool, pseudonymiseOne));
}

/** Returns whether there was one. */
async function pseudonymiseOne(client: PoolClient): Promise<boolean> {
  const former = await queryOptionalRow<{ id: number; names: string[]; emails: string[] }>(
    client,
    `select user_id as id, names, emails from pseudonymise_audit(${storedMonths('DELETED_USER_MONTHS')})`,
  );
  if (!former) return false;
  const pseudonym = `Person ${former.id}`;
  const { called, signed } = await queryRow<{ called: string[]; signed: string[] }>(
    client,
    `select
       array(select n from unnest($1::text[]) n where not exists (select from users where name = n)) as called,
       array(
         select n || ' <' || e || '>' from unnest($1::text[]) n, unnest($2::text[]) e
         where not exists (select from users where name = n and email = e)
       ) as signed`,
    [former.names, former.emails],
  );
  const replace = (table: string, column: string, by: readonly string[], also = '') =>
    execute(client, `update ${table} set ${column} = $1${also} where ${column} = any ($2)`, [pseudonym, by]);
  for (const [table, column] of names) await replace(table, column, called);
  await replace('statistics', 'sales_representative', called, ', revision = revision + 1');
  for (const [table, column] of signatures) await replace(table, column, signed);
  return true;
}

/** Deletes counts of openings and downloads beyond retention. */
export function purgeUsageCounts(pool: Pool): Promise<number> {
  return execute(pool, `delete from usage_counts where day < (${monthsAgo('USAGE_MONTHS')})::date`);
}
