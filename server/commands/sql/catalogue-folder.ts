import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toParquet } from '#analytics/catalogue/parquet.ts';
import { readExclusives, readPortfolio } from '#analytics/catalogue/portfolio.ts';
import { type Product, readProducts } from '#analytics/catalogue/products.ts';
import { type StockoutFiles, stockoutFilesOf } from '#analytics/catalogue/published-stockouts.ts';
import { mergeStockouts, noHistory, UNNAMED_SOURCE } from '#analytics/catalogue/stockout-history.ts';
import { listDate, readStockouts } from '#analytics/catalogue/stockouts.ts';
import { ReferenceDataError, type ReferenceTable, utf8Text } from '#analytics/catalogue/table.ts';
import { CommandError, unreadable } from '#analytics/cli/command-error.ts';
import { todayInZurich } from '#analytics/context.ts';
import type { Engine } from '#analytics/engine.ts';
import type { CatalogueFiles } from '#analytics/statistics.ts';
import { readConfig } from '../../config.ts';
import { translate } from '../../platform/i18n/messages.ts';

const files = ['catalogue.csv', 'portfolio.csv', 'exclusive.csv', 'stockouts.csv'] as const;

/** Reference data as published, and the provider's companies. */
export type CatalogueFolder = {
  catalogue: CatalogueFiles;
  stockouts: StockoutFiles;
  providerCompanies: readonly string[];
};

/**
 * Reads catalogue.csv, portfolio.csv, exclusive.csv and stockouts.csv of `folder`; the provider's companies come from
 * PROVIDER_COMPANIES. @throws CommandError
 */
export async function readCatalogueFolder(
  engine: Engine,
  folder: string,
  notice: (text: string) => void,
): Promise<CatalogueFolder> {
  const [catalogueCsv, portfolioCsv, exclusiveCsv, stockoutsCsv] = await readTexts(folder);
  const take = <Row>(file: (typeof files)[number], read: () => ReferenceTable<Row>): Row[] => {
    const { rows, bad } = checked(read);
    const [first] = bad;
    if (first) {
      notice(
        `${file}: ${bad.length} rows are left out, the first in line ${first.line}: ${first.reason} (${first.value})`,
      );
    }
    return rows;
  };
  const products = take('catalogue.csv', () => readProducts(catalogueCsv));
  const known = new Set(products.map(({ gtin }) => gtin));
  const alternatives = take('portfolio.csv', () => readPortfolio(portfolioCsv, known));
  const exclusives = take('exclusive.csv', () => readExclusives(exclusiveCsv, known));
  const stockouts = take('stockouts.csv', () => readStockouts(stockoutsCsv, todayInZurich()));
  const list = { source: UNNAMED_SOURCE, date: listDate(stockouts) ?? todayInZurich(), rows: stockouts };
  const offered = new Set(alternatives.map(({ alternative_gtin }) => alternative_gtin));
  return {
    providerCompanies: companies(products, offered, notice),
    catalogue: {
      products: await toParquet(engine, 'products', products),
      alternatives: await toParquet(engine, 'alternatives', alternatives),
      exclusives: await toParquet(engine, 'exclusives', exclusives),
      priceDate: todayInZurich(),
    },
    stockouts: await stockoutFilesOf(engine, mergeStockouts(noHistory, list)),
  };
}

async function readTexts(folder: string): Promise<[string, string, string, string]> {
  const texts = await Promise.all(files.map((file) => readOptional(join(folder, file))));
  const missing = files.filter((_, index) => texts[index] === undefined);
  if (missing.length > 0) {
    throw new CommandError(
      `The catalogue folder ${folder} lacks ${missing.join(', ')}; it needs ${files.join(', ')}.`,
    );
  }
  return texts as [string, string, string, string];
}

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return utf8Text(basename(path), await readFile(path));
  } catch (error) {
    if (error instanceof ReferenceDataError) throw refused(error);
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}

function checked<Row>(read: () => ReferenceTable<Row>): ReferenceTable<Row> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ReferenceDataError)) throw error;
    throw refused(error);
  }
}

function refused(error: ReferenceDataError): CommandError {
  return new CommandError(translate('en', `errors.${error.code}`, error.params), { cause: error });
}

function companies(
  products: readonly Product[],
  offered: ReadonlySet<string>,
  notice: (text: string) => void,
): readonly string[] {
  const { PROVIDER_COMPANIES } = process.env;
  if (!PROVIDER_COMPANIES?.trim()) {
    const makers = [...new Set(products.filter(({ gtin }) => offered.has(gtin)).map((p) => p.manufacturer))];
    throw new CommandError(
      `PROVIDER_COMPANIES is not set: which manufacturers of catalogue.csv are the provider's, separated by semicolons.
The alternatives in portfolio.csv are by ${makers.slice(0, 5).join('; ') || 'nobody'}${makers.length > 5 ? '; …' : ''}.`,
    );
  }
  const { companies: named } = readConfig({ PROVIDER_COMPANIES }).provider;
  const makers = new Set(products.map(({ manufacturer }) => manufacturer));
  for (const company of named) {
    if (!makers.has(company))
      notice(`No product of catalogue.csv is by ${company}, which PROVIDER_COMPANIES names.`);
  }
  return named;
}
