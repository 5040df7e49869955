import { type BadRow, ReferenceDataError } from '#analytics/catalogue/table.ts';
import { CommandError, UsageError } from '#analytics/cli/command-error.ts';
import { onOneLine } from '#analytics/cli/text-table.ts';
import { openEngine } from '#analytics/engine.ts';
import { readConfig } from '../config.ts';
import { openAnnouncer } from '../platform/cache-invalidation/announcer.ts';
import { goByDatabase } from '../platform/clock.ts';
import { closeOnSignals, closing } from '../platform/closing.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createPool } from '../platform/database/pool.ts';
import { translate } from '../platform/i18n/messages.ts';
import { readSettings } from '../platform/settings/setting-queries.ts';
import { type Publication, publish, type ReferenceData } from '../reference-data/publishing/publish.ts';
import type { FileReport, StockoutPublication } from '../reference-data/stockout-lists.ts';
import { isExplained, openCommandDatabase } from '../start/command-database.ts';
import { openProcessFolder } from '../start/process-folder.ts';
import { readArguments, usage } from './catalogue/arguments.ts';

/** Rows printed per file, of those left out or doubtful; the revision keeps all. */
const PRINTED_ROWS = 20;

closeOnSignals();

try {
  const data = await readArguments(process.argv.slice(2));
  if (data === 'help') console.log(usage);
  else {
    const started = performance.now();
    print(await publishFromCommand(data), performance.now() - started);
  }
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof ReferenceDataError)
    console.error(`${onOneLine(translate('en', `errors.${error.code}`, error.params))}${hintFor(error)}`);
  else if (error instanceof CommandError || isExplained(error)) console.error(error.message);
  else console.error(error);
}

function hintFor({ code }: ReferenceDataError): string {
  if (code === 'stockouts_without_catalogue')
    return ' --products, --portfolio and --exclusive can be given in the same command.';
  return /^(stockouts_not_newer|stockouts_change_much|catalogue_older|catalogue_rows)$/.test(code)
    ? ' With --force "reason" it would be.'
    : '';
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
    const told = translate('en', `reference.row.${reason}`, { value: onOneLine(value) });
    console.log(`    line ${line}: ${told} (${reason})`);
  }
  if (rows.length > PRINTED_ROWS) console.log(`    … and ${rows.length - PRINTED_ROWS} more`);
}
