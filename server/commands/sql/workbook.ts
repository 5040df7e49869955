import { readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Source } from '#analytics/cli/arguments.ts';
import { CommandError, unreadable } from '#analytics/cli/command-error.ts';
import type { OpenTables, Terminal } from '#analytics/cli.ts';
import { standardContext } from '#analytics/context.ts';
import type { Engine } from '#analytics/engine.ts';
import { temporaryPath } from '#analytics/files.ts';
import { type StoredLines, storedLines } from '#analytics/lines.ts';
import { holdStatistics, type StatisticFiles } from '#analytics/statistics.ts';
import { MOST_CODES } from '#shared/limits.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { readStatistic } from '../../statistics/lines/read-statistic.ts';
import { readMatches } from '../../statistics/uploads/read-matches.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import { readCatalogueFolder } from './catalogue-folder.ts';

/** Longer than for an upload. */
const READING_MILLISECONDS = 60_000;

/** Loads the tables of an .xlsx, joined with the catalogue of a folder. @throws CommandError */
export async function lendWorkbook(
  engine: Engine,
  { file, catalogue, months }: Extract<Source, { type: 'xlsx' }>,
  { directory, notice, mostCodes }: Terminal & { mostCodes?: number },
  work: (tables: OpenTables) => Promise<void>,
): Promise<void> {
  const folder = await readCatalogueFolder(engine, resolve(directory, catalogue), notice);
  const { lines, sums } = await readLines(engine, resolve(directory, file), notice, mostCodes);
  const head: StatisticFiles['head'] = {
    customerName: null,
    customerExternalId: null,
    timeInformation: null,
    headerImage: null,
    ...(months ?? { timeMonthFrom: null, timeYearFrom: null, timeMonthTo: null, timeYearTo: null }),
  };
  const statistics = holdStatistics(engine, {
    sources: {
      catalogue: async () => folder.catalogue,
      stockouts: async () => folder.stockouts,
      statistic: async () => ({ sums, head }),
      lines: async () => lines,
    },
    providerCompanies: folder.providerCompanies,
    memoryBytes: Number.POSITIVE_INFINITY,
    onError: (error) => console.error(error),
  });
  const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1 };
  const { unmatched } = await statistics.withLines(key, readMatches);
  if (unmatched.total > 0) notice(`${unmatched.total} rows are not in the catalogue: they have no price.`);
  await work({
    engine,
    context: standardContext(),
    use: (query) => statistics.use(key, query),
    withLines: (query) => statistics.withLines(key, query),
  });
}

async function readLines(
  engine: Engine,
  path: string,
  notice: (text: string) => void,
  mostCodes = MOST_CODES,
): Promise<StoredLines> {
  const linesPath = temporaryPath(engine, 'lines.csv');
  try {
    const bytes = await readFile(path);
    const report = await readStatistic(bytes, { linesPath, timeoutMs: READING_MILLISECONDS, mostCodes });
    const { sheet, rowsRead, imported, totalRowCount, skipped } = report;
    notice(
      `${path}: ${imported} of ${rowsRead} rows below the heading of sheet ${sheet} count` +
        `; ${skipped.total} can't be read, ${totalRowCount} are totals.`,
    );
    return await storedLines(engine, linesPath);
  } catch (error) {
    if (error instanceof ImportError) {
      throw new CommandError(`${path}: ${translate('en', `import.errors.${error.code}`, error.params)}`);
    }
    throw (error as NodeJS.ErrnoException).syscall ? unreadable(path, error) : error;
  } finally {
    await rm(linesPath, { force: true });
  }
}
