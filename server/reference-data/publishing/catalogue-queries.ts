import type { PoolClient } from 'pg';
import type { StockoutFiles } from '#analytics/catalogue/published-stockouts.ts';
import type { CatalogueFiles } from '#analytics/statistics.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import { type Queryable, queryOptionalRow, queryRow } from '../../platform/database/query.ts';

/** The files of a catalogue revision. Throws for an unknown one. */
export function catalogueFiles(db: Queryable, revision: number): Promise<CatalogueFiles> {
  return queryRow(
    db,
    `select products, alternatives, exclusives, coalesce(prices_of, price_date) as "priceDate"
     from all_catalogue_revisions where revision = $1`,
    [revision],
  );
}

/** The products of a catalogue revision, as Parquet. Throws for an unknown one. */
export async function catalogueProducts(db: Queryable, revision: number): Promise<Uint8Array> {
  const { products } = await queryRow<{ products: Uint8Array }>(
    db,
    'select products from all_catalogue_revisions where revision = $1',
    [revision],
  );
  return products;
}

/** The files of a stock-out revision. Throws for an unknown one. */
export function stockoutFiles(db: Queryable, revision: number): Promise<StockoutFiles> {
  return queryRow(
    db,
    'select episodes as stockouts, sources, list_date as date from stockout_revisions where revision = $1',
    [revision],
  );
}

/** The day of a revision's list, YYYY-MM-DD; undefined for an unknown revision. */
export async function stockoutListDate(db: Queryable, revision: number): Promise<string | undefined> {
  const found = await queryOptionalRow<{ date: string }>(
    db,
    'select list_date as date from stockout_revisions where revision = $1',
    [revision],
  );
  return found?.date;
}

/**
 * Serialises publications of catalogues and stock-out lists until the transaction ends, so that none is based on a
 * replaced revision.
 */
export async function lockPublications(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.publication]);
}

/** Inserts a catalogue revision, which becomes current, and returns its number. */
export async function insertCatalogueRevision(
  db: Queryable,
  files: CatalogueFiles,
  productCount: number,
  report: unknown,
): Promise<number> {
  const { revision } = await queryRow<{ revision: number }>(
    db,
    `insert into all_catalogue_revisions (price_date, products, alternatives, exclusives, product_count, report)
     values ($1, $2, $3, $4, $5, $6) returning revision`,
    [
      files.priceDate,
      files.products,
      files.alternatives,
      files.exclusives,
      productCount,
      JSON.stringify(report),
    ],
  );
  return revision;
}

/**
 * Inserts a stock-out revision and returns its number. A trigger notifies every process (cache-invalidation/changes.ts),
 * which then sends alerts (market/alerts/send-alerts.ts).
 */
export async function insertStockoutRevision(
  db: Queryable,
  files: StockoutFiles,
  report: unknown,
): Promise<number> {
  const { revision } = await queryRow<{ revision: number }>(
    db,
    `insert into stockout_revisions (list_date, episodes, sources, report)
     values ($1, $2, $3, $4) returning revision`,
    [files.date, files.stockouts, JSON.stringify(files.sources), JSON.stringify(report)],
  );
  return revision;
}
