import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isCalendarDate } from '#analytics/catalogue/calendar-date.ts';
import { SHARE_LIMIT } from '#analytics/catalogue/stockout-rule.ts';
import { type BadRow, ReferenceDataError, utf8Text } from '#analytics/catalogue/table.ts';
import { openEngine } from '#analytics/engine.ts';
import { readConfig } from '../config.ts';
import { openAnnouncer } from '../platform/cache-invalidation/announcer.ts';
import { goByDatabase } from '../platform/clock.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createPool } from '../platform/database/pool.ts';
import { translate } from '../platform/i18n/messages.ts';
import { readSettings } from '../platform/settings/setting-queries.ts';
import type { FileReport } from '../reference-data/overtaken.ts';
import { type Publication, publish, type ReferenceData } from '../reference-data/publishing/publish.ts';
import type { StockoutPublication } from '../reference-data/stockout-lists.ts';
import { ROWS_LIMIT } from '../reference-data/template-files/guards.ts';
import { closeOnSignals, closing } from '../start/closing.ts';
import { isExplained, openCommandDatabase } from '../start/command-database.ts';
import { openProcessFolder } from '../start/process-folder.ts';
import { calledFrom } from '../start/process-start.ts';

const usage = `Publishes reference data; every dashboard uses it from then on.

  npm run catalogue -- --products catalogue.csv --portfolio portfolio.csv --exclusive exclusive.csv
                       [--price-date YYYY-MM-DD] [--force "reason"] [--stockouts …]
  npm run catalogue -- --stockouts stockouts.csv [--source NAME] [--stockouts-date YYYY-MM-DD] [--force "reason"]

--price-date is the day the prices are of (default: today in Zurich), --stockouts-date the day of the list (default: the
newest date in it). --source says whose list it is; what other sources say stays as it is. A list that is not newer than
the last one of its source, or adds or drops more than ${SHARE_LIMIT} % of its open episodes, is published with --force only; the
reason is kept with it. So is a catalogue with prices older than those that count, or with over ${ROWS_LIMIT} % more or fewer rows.
docs/reference-data.md describes the columns.`;

/** Rows left out, and doubtful ones, printed per file; the revision keeps them all. */
const PRINTED_ROWS = 20;

const LONGEST_REASON = 255;

class UsageError extends Error {}

closeOnSignals();

try {
  const { help, ...given } = parse();
  if (help) console.log(usage);
  else {
    const data = await readArguments(given);
    const started = performance.now();
    print(await publishFromCommand(data), performance.now() - started);
  }
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof ReferenceDataError)
    console.error(`${translate('en', `errors.${error.code}`, error.params)}${hintFor(error)}`);
  else if (isExplained(error)) console.error(error.message);
  else console.error(error);
}

async function readArguments(given: Omit<ReturnType<typeof parse>, 'help'>): Promise<ReferenceData> {
  const { products, portfolio, exclusive, stockouts, source, force, ...dates } = given;
  for (const [name, date] of Object.entries(dates)) checkDate(name, date);
  if (source !== undefined && !stockouts) throw new UsageError('--source is for a stock-out list.');
  if (force !== undefined && !isReason(force)) {
    throw new UsageError(`--force needs a reason of at most ${LONGEST_REASON} characters.`);
  }
  const files = [products, portfolio, exclusive].filter(Boolean).length;
  if (files !== 0 && files !== 3)
    throw new UsageError('--products, --portfolio and --exclusive belong together.');
  if (files === 0 && !stockouts) throw new UsageError('Nothing to publish.');
  const date = dates['stockouts-date'];
  return {
    ...(products && portfolio && exclusive
      ? {
          catalogue: {
            products: await readText(products),
            portfolio: await readText(portfolio),
            exclusive: await readText(exclusive),
            ...optional({ priceDate: dates['price-date'] }),
            guarded: { force },
          },
        }
      : {}),
    ...(stockouts
      ? { stockouts: { csv: await readText(stockouts), ...optional({ date, source, force }) } }
      : {}),
  };
}

function checkDate(name: string, date: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new UsageError(`--${name} must be YYYY-MM-DD.`);
  if (!isCalendarDate(date)) throw new UsageError(`--${name}: ${date} is not a calendar date.`);
}

function isReason(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_REASON;
}

function optional(given: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function hintFor({ code }: ReferenceDataError): string {
  return /^(stockouts_not_newer|stockouts_change_much|catalogue_older|catalogue_rows)$/.test(code)
    ? ' With --force "reason" it would be.'
    : '';
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
        source: text,
        force: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function readText(path: string): Promise<string> {
  try {
    return utf8Text(basename(path), await readFile(resolve(calledFrom('catalogue'), path)));
  } catch (error) {
    if (error instanceof ReferenceDataError) throw error;
    throw new UsageError((error as Error).message);
  }
}

async function publishFromCommand(data: ReferenceData): Promise<Publication> {
  const config = readConfig(process.env);
  const folder = await openProcessFolder('catalogue');
  const remove = closing(folder.remove);
  const database = await openCommandDatabase(config);
  const pool = createPool(database.url, { max: 2 });
  const engine = await openEngine({ directory: folder.path, connections: 3 });
  const announcer = openAnnouncer(database.url);
  try {
    await migrate(pool);
    await goByDatabase(pool);
    const { provider } = await readSettings(pool, config);
    return await publish(pool, engine, data, provider.companies, announcer.everyoneHasHeard);
  } finally {
    await announcer.close();
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
  if (stockouts) printList(stockouts);
  console.log(`It took ${(milliseconds / 1000).toFixed(2)} s.`);
}

function printList({ revision, source, date, open, change, forced, stockouts }: StockoutPublication): void {
  console.log(`Stock-out revision ${revision} of ${date} is published, ${open} open.`);
  console.log(
    change
      ? `  ${source}: ${change.added} added and ${change.dropped} dropped, ${change.open} were open on ${change.last}.`
      : `  ${source}: the first list of this source, its episodes are known since at least then.`,
  );
  if (forced) console.log(`  Forced: ${forced.reason}`);
  printFile('stockouts', stockouts);
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
    console.log(`    line ${line}: ${translate('en', `reference.row.${reason}`, { value })} (${reason})`);
  }
  if (rows.length > PRINTED_ROWS) console.log(`    … and ${rows.length - PRINTED_ROWS} more`);
}
