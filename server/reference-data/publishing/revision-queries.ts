import { execute, type Queryable, queryOptionalRow, queryRows } from '../../platform/database/query.ts';
import type { BuiltFrom } from '../template-files/template-source-queries.ts';

/** A published catalogue. Dates are YYYY-MM-DD. */
export type CatalogueRevision = {
  revision: number;
  publishedAt: Date;
  /** Name and e-mail address of the time; '' for a command or a scheduled publication. */
  publishedBy: string;
  /** Day for which it was built. */
  priceDate: string;
  /** Newest day of its price data. */
  pricesOf: string;
  products: number;
  /** null for CSV files. */
  builtFrom: BuiltFrom[] | null;
  current: boolean;
  /** Since when it is current; null for others. */
  since: Date | null;
};

const columns = `r.revision, r.published_at as "publishedAt", r.published_by as "publishedBy",
   r.price_date::text as "priceDate",
  coalesce(r.prices_of, r.price_date)::text as "pricesOf", r.product_count as products, r.built_from as "builtFrom",
  c.revision is not null as current, c.since`;
const from = 'all_catalogue_revisions r left join current_catalogue c on c.revision = r.revision';

/** Published catalogues, the newest first. */
export function listRevisions(db: Queryable, limit: number): Promise<CatalogueRevision[]> {
  return queryRows(db, `select ${columns} from ${from} order by r.revision desc limit $1`, [limit]);
}

export function findRevision(db: Queryable, revision: number): Promise<CatalogueRevision | undefined> {
  return queryOptionalRow(db, `select ${columns} from ${from} where r.revision = $1`, [revision]);
}

export function findCurrentRevision(db: Queryable): Promise<CatalogueRevision | undefined> {
  return queryOptionalRow(db, `select ${columns} from ${from} where c.revision is not null`);
}

/** Makes a revision current. */
export async function pointTo(db: Queryable, revision: number): Promise<void> {
  await execute(db, 'update current_catalogue set revision = $1, since = now()', [revision]);
}

/** Which source says each field of the revision's products, as Parquet; null where it came as CSV files. */
export async function revisionTraces(db: Queryable, revision: number): Promise<Buffer | null> {
  const found = await queryOptionalRow<{ traces: Buffer | null }>(
    db,
    'select traces from all_catalogue_revisions where revision = $1',
    [revision],
  );
  return found?.traces ?? null;
}
