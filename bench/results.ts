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

/** Writes a run as JSON below bench/results and gives its path from the root; one file per mode, day and commit. */
export async function saveResults(results: Results): Promise<string> {
  const at = new Date();
  const commit = results.machine.commit?.replace('+', '-changed') ?? 'no-commit';
  const directory = join(root, 'bench/results');
  const path = join(directory, `${at.toISOString().slice(0, 10)}-${results.mode}-${commit}.json`);
  await mkdir(directory, { recursive: true });
  await writeFile(path, `${JSON.stringify({ at: at.toISOString(), ...results }, null, 1)}\n`);
  return relative(root, path);
}
