import type { Pool } from 'pg';
import { type Queryable, queryOptionalRow } from './query.ts';

const UNDEFINED_TABLE = '42P01';

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
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}
