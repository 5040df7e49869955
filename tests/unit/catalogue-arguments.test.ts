import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError, UsageError } from '#analytics/cli/command-error.ts';
import { readArguments } from '#server/commands/catalogue/arguments.ts';

/** Any that is there. */
const file = new URL('../../package.json', import.meta.url).pathname;
const all = ['--products', file, '--portfolio', file, '--exclusive', file];

test.each([
  [[], 'Nothing to publish.'],
  [all.slice(0, 2), 'belong together'],
  [['--prices', file], "Unknown option '--prices'"],
  [['--stockouts', file, '--stockouts-date', '1.1.2026'], '--stockouts-date must be YYYY-MM-DD.'],
  [['--stockouts', file, '--stockouts-date', '2026-02-30'], '2026-02-30 is not a calendar date'],
  [[...all, '--price-date', '2026-13-45'], '--price-date: 2026-13-45 is not a calendar date'],
  [['--stockouts', file, '--force', ' '], '--force needs a reason'],
  [[...all, '--source', 'Grossist Nord'], '--source is for a stock-out list'],
  [[...all, '--stockouts-date', '2026-01-31'], '--stockouts-date is for a stock-out list'],
  [['--stockouts', file, '--price-date', '2026-01-31'], '--price-date is for a catalogue'],
])('%j explains itself', async (parameters, message) => {
  const refused = readArguments(parameters);
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(message);
});

test.each([
  ['missing.csv', 'there is no such file.'],
  ['server', 'this is a folder, not a file.'],
])('a file that can’t be read is named: %s', async (name, reason) => {
  const refusal = new CommandError(`${resolve(name)}: ${reason}`);
  await expect(readArguments(['--stockouts', name])).rejects.toThrow(refusal);
});
