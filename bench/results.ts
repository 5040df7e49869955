import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { describeMachine } from './machine.ts';
import type { BenchOptions, ModeResult } from './mode.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

type Results = ModeResult & {
  mode: string;
  options: BenchOptions;
  machine: ReturnType<typeof describeMachine>;
};

/**
 * Writes a run as JSON below bench/results, an entry a line and numbers with four digits that count, and gives its path
 * from the root; one file per mode, day and commit.
 */
export async function saveResults(results: Results): Promise<string> {
  const at = new Date();
  const commit = results.machine.commit?.replace('+', '-changed') ?? 'no-commit';
  const directory = join(root, 'bench/results');
  const path = join(directory, `${at.toISOString().slice(0, 10)}-${results.mode}-${commit}.json`);
  await mkdir(directory, { recursive: true });
  const { entries, ...run } = results;
  const lines = entries.map((entry) => JSON.stringify(entry, rounded)).join(',\n ');
  await writeFile(
    path,
    `${JSON.stringify({ at: at.toISOString(), ...run }).slice(0, -1)},"entries":[\n ${lines}\n]}\n`,
  );
  return relative(root, path);
}

/** Figures that took time or memory are never exact; counts stay as they are. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
