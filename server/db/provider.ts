import type { Pool } from 'pg';
import { isUndefinedTable, type Queryable, queryOptionalRow } from './query.ts';

/** Notes which manufacturers count as the provider's, for commands on this database. */
export async function storeProviderCompanies(pool: Pool, companies: readonly string[]): Promise<void> {
  await pool.query(
    `insert into provider (companies) values ($1)
     on conflict (only_row) do update set companies = excluded.companies`,
    [companies],
  );
}

/** The manufacturers that count as the provider's; undefined where no portal has started since they are noted. */
export async function findProviderCompanies(db: Queryable): Promise<readonly string[] | undefined> {
  try {
    const row = await queryOptionalRow<{ companies: string[] }>(db, 'select companies from provider');
    return row?.companies;
  } catch (error) {
    if (isUndefinedTable(error)) return undefined;
    throw error;
  }
}
