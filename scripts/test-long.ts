import { spawn } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { ensureChromium } from './install-chromium.ts';

/** Test files that repeat something more often here than npm test does. */
const files: string[] = [];
for await (const path of glob('tests/{unit,sql,api}/**/*.test.ts'))
  if ((await readFile(path, 'utf8')).includes("/support/rounds.ts'")) files.push(path);

const named = process.argv.slice(2);
const repeated = await run('vitest', ['run', ...files, ...named]);
// All of the browser's tests, those tagged @long too.
const shown = named.length === 0 ? await run('playwright', ['test']) : 0;
process.exitCode = repeated || shown;

async function run(command: string, args: string[]): Promise<number> {
  const env = { ...process.env, TEST_ROUNDS: 'long', CHROMIUM_PATH: await ensureChromium() };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
