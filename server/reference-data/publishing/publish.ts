import type { Pool } from 'pg';
import { toParquet } from '#analytics/catalogue/parquet.ts';
import { readExclusives, readPortfolio } from '#analytics/catalogue/portfolio.ts';
import { readProducts } from '#analytics/catalogue/products.ts';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { Engine } from '#analytics/engine.ts';
import type { Announcer } from '../../platform/cache-invalidation/announcer.ts';
import { readRevisions } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction, type Queryable, queryRow } from '../../platform/database/query.ts';
import { recordChange } from '../../platform/record-audit.ts';
import { prepareAndStore } from '../optimistic-retry.ts';
import {
  type FileReport,
  type ListFile,
  prepareLists,
  readList,
  reportOf,
  type StockoutPublication,
  storeLists,
} from '../stockout-lists.ts';
import { guardFile } from '../template-files/guards.ts';
import { insertCatalogueRevision, lockPublications } from './catalogue-queries.ts';

/** CSV texts with headings as in docs/reference-data.md. */
export type ReferenceData = {
  catalogue?: {
    products: string;
    portfolio: string;
    exclusive: string;
    /** Day of the prices, YYYY-MM-DD; default: today in Zurich. */
    priceDate?: string;
    /** Checks against the current catalogue; `force` gives the reason for publishing a suspicious one. */
    guarded?: { force?: string | undefined };
  };
  /** Lists of stock-outs in order; together they are one revision. */
  stockouts?: ListFile | readonly ListFile[];
};

export type Publication = {
  catalogue?: { revision: number; products: FileReport; portfolio: FileReport; exclusive: FileReport };
  stockouts?: StockoutPublication;
};

/**
 * Publishes new revisions in one transaction; when it resolves, every process uses them. Alternatives not made by
 * `providerCompanies` are published and reported as doubtful. Throws ReferenceDataError when a file is invalid or more
 * than 5 % of its rows are bad, when prices or list are of the future, when a guarded catalogue is suspicious (see
 * guardCatalogue), or when checkList refuses a list without a reason.
 */
export async function publish(
  pool: Pool,
  engine: Engine,
  data: ReferenceData,
  providerCompanies: readonly string[],
  everyoneHasHeard: Announcer['everyoneHasHeard'],
): Promise<Publication> {
  const catalogue = data.catalogue && (await readCatalogue(engine, data.catalogue, providerCompanies));
  const lists = [data.stockouts ?? []].flat().map(readList);
  const prepare = async () => (lists.length > 0 ? prepareLists(pool, engine, lists) : undefined);
  const store = (stockouts: Awaited<ReturnType<typeof prepare>>) =>
    inTransaction(pool, async (client) => {
      await lockPublications(client);
      const publication: Publication = {};
      if (catalogue) {
        const { files, report, productCount } = catalogue;
        const reason =
          data.catalogue?.guarded && (await guardCatalogue(client, catalogue, data.catalogue.guarded));
        const revision = await insertCatalogueRevision(client, files, productCount, {
          ...report,
          ...(reason ? { forced: { reason } } : {}),
        });
        publication.catalogue = { revision, ...report };
        await recordChange(client, {
          by: null,
          action: 'catalogue.published',
          subject: 'catalogue',
          subjectKey: revision,
          subjectName: String(revision),
          after: { priceDate: files.priceDate, products: productCount },
          reason,
        });
      }
      if (stockouts) {
        const stored = await storeLists(client, stockouts);
        publication.stockouts = stored;
        const { revision, source, date, forced } = stored;
        await recordChange(client, {
          by: null,
          action: 'stockouts.published',
          subject: 'stockouts',
          subjectKey: revision,
          subjectName: source,
          after: { date, rows: stored.stockouts.rows },
          reason: forced?.reason,
        });
      }
      return publication;
    });
  const published = await prepareAndStore(prepare, store);
  await everyoneHasHeard();
  return published;
}

async function readCatalogue(
  engine: Engine,
  data: NonNullable<ReferenceData['catalogue']>,
  providerCompanies: readonly string[],
) {
  const today = todayInZurich();
  const { priceDate = today } = data;
  if (priceDate > today) throw new ReferenceDataError('prices_in_future', { date: priceDate });
  const products = readProducts(data.products);
  const known = new Set(products.rows.map(({ gtin }) => gtin));
  const foreign = products.rows.filter(({ manufacturer }) => !providerCompanies.includes(manufacturer));
  const companies = new Map(foreign.map(({ gtin, manufacturer }) => [gtin, manufacturer]));
  const portfolio = readPortfolio(data.portfolio, known, companies);
  const exclusive = readExclusives(data.exclusive, known);
  const [productFile, alternatives, exclusives] = await Promise.all([
    toParquet(engine, 'products', products.rows),
    toParquet(engine, 'alternatives', portfolio.rows),
    toParquet(engine, 'exclusives', exclusive.rows),
  ]);
  const files = { products: productFile, alternatives, exclusives, priceDate };
  const report = {
    products: reportOf(products),
    portfolio: reportOf(portfolio),
    exclusive: reportOf(exclusive),
  };
  return { files, report, productCount: products.rows.length };
}

/** A catalogue to be published. */
type Candidate = {
  files: { priceDate: string };
  report: Record<'products' | 'portfolio' | 'exclusive', FileReport>;
};

/**
 * Compares a catalogue with the current one, by the rule for replaced files; returns the reason where one was needed.
 * @throws ReferenceDataError where it is suspicious and `force` gives no reason
 */
async function guardCatalogue(
  db: Queryable,
  { files, report }: Candidate,
  { force }: { force?: string | undefined },
): Promise<string | undefined> {
  const { catalogue: current } = await readRevisions(db);
  if (current === null) return undefined;
  const last = await queryRow<Record<string, number | string | null>>(
    db,
    `select price_date as date, product_count as products, (report -> 'portfolio' ->> 'rows')::integer as portfolio,
       (report -> 'exclusive' ->> 'rows')::integer as exclusive
     from all_catalogue_revisions where revision = $1`,
    [current],
  );
  for (const file of ['products', 'portfolio', 'exclusive'] as const) {
    const rows = last[file];
    // For a catalogue built from template files, these guard portfolio and exclusives.
    if (typeof rows !== 'number') continue;
    const facts = { columns: [], matched: null };
    const [guard] = guardFile(
      { ...facts, date: files.priceDate, rows: report[file].rows },
      { ...facts, date: String(last.date), rows },
    );
    if (!guard) continue;
    if (force !== undefined) return force;
    throw new ReferenceDataError(`catalogue_${guard.code}`, { file, ...guard.params });
  }
  return undefined;
}
