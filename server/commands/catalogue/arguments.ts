import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SHARE_LIMIT } from '#analytics/catalogue/stockout-rule.ts';
import { ReferenceDataError, utf8Text } from '#analytics/catalogue/table.ts';
import { UsageError, unreadable } from '#analytics/cli/command-error.ts';
import { isDay } from '#shared/calendar.ts';
import type { ReferenceData } from '../../reference-data/publishing/publish.ts';
import { ROWS_LIMIT } from '../../reference-data/template-files/guards.ts';
import { calledFrom } from '../../start/command-database.ts';

export const usage = `Publishes reference data; every dashboard uses it from then on.

  npm run catalogue -- --products catalogue.csv --portfolio portfolio.csv --exclusive exclusive.csv
                       [--price-date YYYY-MM-DD] [--force "reason"] [--stockouts …]
  npm run catalogue -- --stockouts stockouts.csv [--source NAME] [--stockouts-date YYYY-MM-DD] [--force "reason"]

--price-date is the day the prices are of (default: today in Zurich), --stockouts-date the day of the list (default: the
newest date in it). --source says whose list it is; what other sources say stays as it is. A list that is not newer than
the last one of its source, or adds or drops more than ${SHARE_LIMIT} % of its open episodes, is published with --force only; the
reason is kept with it. So is a catalogue with prices older than those that count, or with over ${ROWS_LIMIT} % more or fewer rows.
docs/reference-data.md describes the columns.`;

const LONGEST_REASON = 255;

/** What to publish. @throws {CommandError} saying what is wrong */
export async function readArguments(parameters: readonly string[]): Promise<ReferenceData | 'help'> {
  const { help, products, portfolio, exclusive, stockouts, source, force, ...dates } = parse(parameters);
  if (help) return 'help';
  for (const [name, date] of Object.entries(dates)) checkDate(name, date);
  if (source !== undefined && !stockouts) throw new UsageError('--source is for a stock-out list.');
  if (dates['stockouts-date'] !== undefined && !stockouts)
    throw new UsageError('--stockouts-date is for a stock-out list: add --stockouts.');
  if (dates['price-date'] !== undefined && !products)
    throw new UsageError('--price-date is for a catalogue: add --products, --portfolio and --exclusive.');
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
  if (!isDay(date)) throw new UsageError(`--${name}: ${date} is not a calendar date.`);
}

function isReason(text: string): boolean {
  return text.trim() !== '' && text.length <= LONGEST_REASON;
}

function optional(given: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function parse(parameters: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...parameters],
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

async function readText(name: string): Promise<string> {
  const path = resolve(calledFrom('catalogue'), name);
  try {
    return utf8Text(basename(path), await readFile(path));
  } catch (error) {
    if (error instanceof ReferenceDataError) throw error;
    throw unreadable(path, error);
  }
}
