import type { Pool, PoolClient } from 'pg';
import { execute, inTransaction, queryOptionalRow, queryRow } from '../platform/database/query.ts';
import { monthsAgo, storedMonths } from '../platform/settings/retention.ts';

/** Where a name stands beside what somebody did, as it was then; orders are not among it: what they hash stays. */
const names = [
  ['customer_notes', 'written_by'],
  ['customer_actions', 'done_by'],
  ['carts', 'handed_from'],
  ['product_matches', 'author_name'],
  ['product_matches', 'general_by'],
] as const;

/** The same with the address behind the name. */
const signatures = [
  ['template_file_versions', 'used_by_name'],
  ['all_catalogue_revisions', 'published_by'],
  ['catalogue_proposals', 'built_by_name'],
] as const;

/**
 * Puts a pseudonym in the place of the name of who was deleted longer ago than DELETED_USER_MONTHS says, in the audit and
 * wherever else it stands. What somebody is still called, also with the same address, stays outside of the audit: it may be theirs.
 */
export async function pseudonymiseFormerUsers(pool: Pool): Promise<void> {
  while (await inTransaction(pool, pseudonymiseOne));
}

/** Tells whether there was somebody. */
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

/** Removes counts of openings and downloads that are older than they may become. */
export function purgeUsageCounts(pool: Pool): Promise<number> {
  return execute(pool, `delete from usage_counts where day < (${monthsAgo('USAGE_MONTHS')})::date`);
}
