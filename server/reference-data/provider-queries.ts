import type { Pool } from 'pg';
import { companies } from '../config.ts';
import { isUndefinedTable, type Queryable, queryOptionalRow } from '../platform/database/query.ts';

/** Stores which manufacturers count as the provider's, for commands on this database. */
export async function storeProviderCompanies(pool: Pool, companies: readonly string[]): Promise<void> {
  await pool.query(
    `insert into provider (companies) values ($1)
     on conflict (only_row) do update set companies = excluded.companies`,
    [companies],
  );
}

/** The companies set by a change of settings; undefined where it restored the default. */
export async function findProviderRevision(
  db: Queryable,
  id: number,
): Promise<readonly string[] | undefined> {
  const row = await queryOptionalRow<{ value: string | null }>(
    db,
    "select value from config_changes where id = $1 and key = 'PROVIDER_COMPANIES'",
    [id],
  );
  return row?.value ? companies(row.value) : undefined;
}

/** The provider's manufacturers; undefined where no portal has stored them yet. */
export async function findProviderCompanies(db: Queryable): Promise<readonly string[] | undefined> {
  try {
    const row = await queryOptionalRow<{ companies: string[] }>(db, 'select companies from provider');
    return row?.companies;
  } catch (error) {
    if (isUndefinedTable(error)) return undefined;
    throw error;
  }
}
