import type { Pool } from 'pg';
import { readStockoutParquet, toParquet } from '#analytics/catalogue/parquet.ts';
import { readExclusives, readPortfolio } from '#analytics/catalogue/portfolio.ts';
import { readProducts } from '#analytics/catalogue/products.ts';
import { listDate, mergeStockouts, readStockouts } from '#analytics/catalogue/stockouts.ts';
import { type BadRow, ReferenceDataError, type ReferenceTable } from '#analytics/catalogue/table.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { Engine } from '#analytics/engine.ts';
import { insertCatalogueRevision, insertStockoutRevision, newestStockouts } from '../db/catalogue.ts';
import { inTransaction } from '../db/query.ts';
import { everyoneHasHeard } from '../following/everyone-has-heard.ts';

/** CSV texts, headings as docs/reference-data.md lists them. */
export type ReferenceData = {
  catalogue?: {
    products: string;
    portfolio: string;
    exclusive: string;
    /** Day the prices are of, YYYY-MM-DD. */
    priceDate: string;
  };
  stockouts?: {
    csv: string;
    /** Day of the list, YYYY-MM-DD; without it the newest date that it names. */
    date?: string;
    /** Why it is published though it is not newer than the last one. */
    force?: string;
  };
};

/** What one file gave: rows used, and those of them that are doubtful or rows left out, with line numbers and reasons. */
export type FileReport = { rows: number; doubtful: BadRow[]; bad: BadRow[] };

/** A list that is not newer than the one of the day `last` before it, and why it was published nevertheless. */
export type Forced = { reason: string; last: string };

export type Publication = {
  catalogue?: { revision: number; products: FileReport; portfolio: FileReport; exclusive: FileReport };
  stockouts?: { revision: number; date: string; stockouts: FileReport; open: number; forced?: Forced };
};

// Any fixed number: publications wait for each other on it, so that histories merge one after the other.
const PUBLICATION_LOCK = 7_680_002;

/**
 * Publishes new revisions, all or none; when it resolves, every process uses them. Alternatives that are by none of
 * `providerCompanies` are published and reported as doubtful.
 * Throws ReferenceDataError when a file does not fit or more than 5 % of its rows are bad, when prices or list are of the
 * future, or when the list is not newer than the last one and nobody says why.
 */
export async function publish(
  pool: Pool,
  engine: Engine,
  data: ReferenceData,
  providerCompanies: readonly string[],
): Promise<Publication> {
  const catalogue = data.catalogue && (await readCatalogue(engine, data.catalogue, providerCompanies));
  const list = data.stockouts && readList(data.stockouts);
  const published = await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [PUBLICATION_LOCK]);
    const publication: Publication = {};
    if (catalogue) {
      const { files, report, productCount } = catalogue;
      publication.catalogue = {
        revision: await insertCatalogueRevision(client, files, productCount, report),
        ...report,
      };
    }
    if (list && data.stockouts) {
      const known = await newestStockouts(client);
      const earlier = known ? await readStockoutParquet(engine, known.stockouts) : [];
      const { date } = list;
      const forced = checkNewer(date, known?.date, data.stockouts.force);
      const merged = mergeStockouts(earlier, list.rows, date);
      const open = merged.filter((stockout) => stockout.back_in_stock_on === '').length;
      const stockouts = reportOf(list);
      const report = { stockouts, ...(forced ? { forced } : {}) };
      const files = { stockouts: await toParquet(engine, 'stockouts', merged), date };
      const revision = await insertStockoutRevision(client, files, open, report);
      publication.stockouts = { revision, date, open, ...report };
    }
    return publication;
  });
  await everyoneHasHeard(pool);
  return published;
}

function readList({ csv, date }: NonNullable<ReferenceData['stockouts']>) {
  const today = todayInZurich();
  if (date !== undefined && date > today) throw new ReferenceDataError('stockouts_in_future', { date });
  const list = readStockouts(csv, date ?? today);
  return { ...list, date: date ?? listDate(list.rows) ?? today };
}

/** An older list would end episodes that were reported after it; one of the same day may be a correction. */
function checkNewer(date: string, last: string | undefined, force: string | undefined): Forced | undefined {
  if (last === undefined || date > last) return undefined;
  if (force === undefined) throw new ReferenceDataError('stockouts_not_newer', { date, last });
  return { reason: force, last };
}

async function readCatalogue(
  engine: Engine,
  data: NonNullable<ReferenceData['catalogue']>,
  providerCompanies: readonly string[],
) {
  if (data.priceDate > todayInZurich()) {
    throw new ReferenceDataError('prices_in_future', { date: data.priceDate });
  }
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
  const files = { products: productFile, alternatives, exclusives, priceDate: data.priceDate };
  const report = {
    products: reportOf(products),
    portfolio: reportOf(portfolio),
    exclusive: reportOf(exclusive),
  };
  return { files, report, productCount: products.rows.length };
}

function reportOf({ rows, doubtful, bad }: ReferenceTable<unknown>): FileReport {
  return { rows: rows.length, doubtful, bad };
}
