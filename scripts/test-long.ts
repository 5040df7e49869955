import { spawn } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';

/** Test files that repeat something more often here than npm test does. */
const files: string[] = [];
for await (const path of glob('tests/{unit,sql,api}/**/*.test.ts'))
  if ((await readFile(path, 'utf8')).includes("/support/rounds.ts'")) files.push(path);

const child = spawn('vitest', ['run', ...files, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_ROUNDS: 'long' },
});
child.once('exit', (code) => process.exit(code ?? 1));
