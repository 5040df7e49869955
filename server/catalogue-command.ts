import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BadRow, ReferenceDataError, utf8Text } from '#analytics/catalogue/table.ts';
import { openEngine } from '#analytics/engine.ts';
import { ConfigError, readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { createPool } from './db/pool.ts';
import { translate } from './messages.ts';
import { type FileReport, type Publication, publish, type ReferenceData } from './reference-data/publish.ts';
import { closeOnSignals, closing } from './start/closing.ts';
import { openCommandDatabase } from './start/command-database.ts';

const usage = `Publishes reference data; every dashboard uses it from then on.

  npm run catalogue -- --products catalogue.csv --portfolio portfolio.csv --exclusive exclusive.csv
                       [--price-date YYYY-MM-DD] [--stockouts stockouts.csv] [--stockouts-date YYYY-MM-DD]
  npm run catalogue -- --stockouts stockouts.csv

--price-date is the day the prices are of (default: today), --stockouts-date the day of the list (default: the newest
date in it). docs/reference-data.md describes the columns.`;

/** Rows left out, and doubtful ones, printed per file; the revision keeps them all. */
const PRINTED_ROWS = 20;

class UsageError extends Error {}

closeOnSignals();
try {
  const data = await readArguments();
  const started = performance.now();
  print(await publishFromCommand(data), performance.now() - started);
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof ReferenceDataError)
    console.error(translate('en', `errors.${error.code}`, error.params));
  else if (error instanceof ConfigError) console.error(error.message);
  else console.error(error);
}

async function readArguments(): Promise<ReferenceData> {
  const { products, portfolio, exclusive, stockouts, ...dates } = parse();
  for (const [name, date] of Object.entries(dates)) {
    if (date && !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new UsageError(`--${name} must be YYYY-MM-DD.`);
  }
  const given = [products, portfolio, exclusive].filter(Boolean).length;
  if (given !== 0 && given !== 3)
    throw new UsageError('--products, --portfolio and --exclusive belong together.');
  if (given === 0 && !stockouts) throw new UsageError('Nothing to publish.');
  const date = dates['stockouts-date'];
  return {
    ...(products && portfolio && exclusive
      ? {
          catalogue: {
            products: await readText(products),
            portfolio: await readText(portfolio),
            exclusive: await readText(exclusive),
            priceDate: dates['price-date'] ?? new Date().toISOString().slice(0, 10),
          },
        }
      : {}),
    ...(stockouts ? { stockouts: { csv: await readText(stockouts), ...(date ? { date } : {}) } } : {}),
  };
}

function parse() {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      options: {
        products: text,
        portfolio: text,
        exclusive: text,
        stockouts: text,
        'price-date': text,
        'stockouts-date': text,
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function readText(path: string): Promise<string> {
  try {
    return utf8Text(basename(path), await readFile(path));
  } catch (error) {
    if (error instanceof ReferenceDataError) throw error;
    throw new UsageError((error as Error).message);
  }
}

async function publishFromCommand(data: ReferenceData): Promise<Publication> {
  const config = readConfig(process.env);
  const directory = await mkdtemp(join(tmpdir(), 'portal-catalogue-'));
  const remove = closing(() => rm(directory, { recursive: true, force: true }));
  const database = await openCommandDatabase(config);
  const pool = createPool(database.url, { connections: 2 });
  const engine = await openEngine({ directory, connections: 3 });
  try {
    await migrate(pool);
    return await publish(pool, engine, data, config.provider.companies);
  } finally {
    engine.close();
    await pool.end();
    await database.close();
    await remove();
  }
}

function print({ catalogue, stockouts }: Publication, milliseconds: number): void {
  if (catalogue) {
    console.log(`Catalogue revision ${catalogue.revision} is published.`);
    printFile('products', catalogue.products);
    printFile('portfolio', catalogue.portfolio);
    printFile('exclusive', catalogue.exclusive);
  }
  if (stockouts) {
    console.log(
      `Stock-out revision ${stockouts.revision} of ${stockouts.date} is published, ${stockouts.open} open.`,
    );
    printFile('stockouts', stockouts.stockouts);
  }
  console.log(`It took ${(milliseconds / 1000).toFixed(2)} s.`);
}

function printFile(name: string, { rows, doubtful, bad }: FileReport): void {
  console.log(`  ${name.padEnd(10)} ${String(rows).padStart(7)} rows, ${bad.length} left out`);
  printRows(bad);
  if (doubtful.length === 0) return;
  console.log(`    ${doubtful.length} of the rows used are doubtful; docs/reference-data.md says why.`);
  printRows(doubtful);
}

function printRows(rows: BadRow[]): void {
  for (const { line, reason, value } of rows.slice(0, PRINTED_ROWS)) {
    console.log(`    line ${line}: ${reason} (${JSON.stringify(value)})`);
  }
  if (rows.length > PRINTED_ROWS) console.log(`    … and ${rows.length - PRINTED_ROWS} more`);
}
