import { basename, dirname, extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '#analytics/cli/command-error.ts';
import { calledFrom } from '../../start/command-database.ts';

export const usage = `Imports statistics of an older tool: every file of a folder that a manifest names.

  npm run import -- FOLDER --manifest FILE [--report FILE] [--check]

FILE is a CSV (UTF-8, separated by , or ;) with a heading and a line per file: file, customer, from, to, representative,
imported, and consent or consent place. docs/operation.md says what they hold.
--check  reads and matches every file and stores nothing.
--report is where a CSV with a line per file is written; without it beside the manifest, as FILE-report.csv.

What is stored already, by its content, customer, period and representative, is not stored again: after Ctrl-C, or with a
corrected manifest, run the same command again. It reads the environment variables of the portal and uses DATABASE_URL, or
the portal's own PostgreSQL in DATA_DIR, whether the portal runs or not. It ends with 0 when all is stored, else with 1.`;

/** Absolute paths. */
export type ImportCommand = { folder: string; manifest: string; report: string; check: boolean };

/** @throws {UsageError} saying what is wrong */
export function readArguments(parameters: readonly string[]): ImportCommand | 'help' {
  const { values, positionals } = parse(parameters);
  const { help, manifest, report, check = false } = values;
  if (help) return 'help';
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new UsageError('Say which folder.');
  if (more.length > 0) throw new UsageError(`Too much: ${more.join(' ')}`);
  if (manifest === undefined) throw new UsageError('Say which manifest: --manifest FILE.');
  const from = calledFrom('import');
  const list = resolve(from, manifest);
  const written = report === undefined ? reportBeside(list) : resolve(from, report);
  if (written === list) throw new UsageError('--report would replace the manifest.');
  return { folder: resolve(from, folder), manifest: list, report: written, check };
}

function reportBeside(manifest: string): string {
  return join(dirname(manifest), `${basename(manifest, extname(manifest))}-report.csv`);
}

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: { manifest: text, report: text, check: flag, help: { ...flag, short: 'h' } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
