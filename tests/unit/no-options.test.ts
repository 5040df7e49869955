import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const saidTo = (file: string, ...words: string[]) =>
  new Promise((resolve) => {
    execFile(process.execPath, [file, ...words], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });

test.each([
  ['npm run docs', 'scripts/docs.ts'],
  ['npm run golden', 'tests/sql/golden/write.ts'],
  ['npm run licences', 'scripts/licences.ts'],
])('%s does nothing when it is told what it does not know', async (command, file) => {
  expect(await saidTo(file, 'atc', '--help')).toEqual({
    code: 1,
    stdout: '',
    stderr: `${command} takes no options: atc --help\n`,
  });
});

test('npm test does not pass by running nothing of what it is told', async () => {
  expect(await saidTo('scripts/test.ts', 'sqll', 'tests/unit/config.test.ts')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no step sqll, tests\/unit\/config\.test\.ts; there are types, /),
  });
});

test.each(['ci', 'test'])('a build server hears that npm %s has failed', (failing) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-ci-'));
  try {
    const npm = join(folder, 'npm');
    writeFileSync(npm, `#!/bin/sh\n[ "$1" != ${failing} ]\n`);
    chmodSync(npm, 0o755);
    const { status } = spawnSync('bash', ['.ci/run'], { env: { PATH: `${folder}:/usr/bin:/bin` } });
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
