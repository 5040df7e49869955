import type { Engine } from '#analytics/engine.ts';
import { quoted } from '#analytics/engine.ts';
import { withFiles } from '#analytics/files.ts';
import { readRevisions } from '../../platform/cache-invalidation/revisions.ts';
import type { Queryable } from '../../platform/database/query.ts';
import { catalogueFiles } from '../publishing/catalogue-queries.ts';

/** The products of the newest catalogue: their GTINs, and which one a Pharmacode means. */
export type Products = { gtins: ReadonlySet<string>; gtinOfPharmacode: ReadonlyMap<string, string> };

/** Reads them; none before the first catalogue. Of the products of a Pharmacode the one on the market is meant, as in sql/load/catalogue.sql. */
export async function knownProducts(db: Queryable, engine: Engine): Promise<Products> {
  const { catalogue } = await readRevisions(db);
  if (catalogue === null) return { gtins: new Set(), gtinOfPharmacode: new Map() };
  const files = await catalogueFiles(db, catalogue);
  const rows = await withFiles(engine, { products: files.products }, ({ products }) =>
    engine.use('main', (connection) =>
      connection.rows(`select gtin, pharmacode from read_parquet(${quoted(products)})
        order by pharmacode, ex_factory_price is null, public_price is null, gtin`),
    ),
  );
  const gtins = new Set<string>();
  const gtinOfPharmacode = new Map<string, string>();
  for (const { gtin, pharmacode } of rows as { gtin: string; pharmacode: string | null }[]) {
    gtins.add(gtin);
    if (pharmacode !== null && !gtinOfPharmacode.has(pharmacode)) gtinOfPharmacode.set(pharmacode, gtin);
  }
  return { gtins, gtinOfPharmacode };
}
