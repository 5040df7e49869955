import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

test.each([
  ['npm run docs', 'scripts/docs.ts'],
  ['npm run golden', 'tests/sql/golden/write.ts'],
  ['npm run licences', 'scripts/licences.ts'],
])('%s does nothing when it is told what it does not know', async (command, file) => {
  const outcome = await new Promise((resolve) => {
    execFile(process.execPath, [file, 'atc', '--help'], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
  expect(outcome).toEqual({ code: 1, stdout: '', stderr: `${command} takes no options: atc --help\n` });
});
