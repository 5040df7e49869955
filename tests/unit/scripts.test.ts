import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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

test.each([
  ['npm run torture', 'tests/torture/main.ts'],
  ['npm run screenshots', 'scripts/screenshots.ts'],
])('%s tells how it is used where it is told what it does not know', async (command, file) => {
  expect(await saidTo(file, '--sed', '7')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^Unknown option '--sed'.*\n\n${command} -- \\[`)),
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

test('npm test that a build server ends leaves no tests running', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-ci-'));
  try {
    const vitest = join(folder, 'vitest');
    const waits = "trap 'echo ended; exit 1' TERM; echo begun; while :; do sleep 0.1; done";
    writeFileSync(vitest, `#!/bin/sh\n${waits}\n`);
    chmodSync(vitest, 0o755);
    const child = spawn(process.execPath, [resolve('scripts/test.ts'), 'unit'], {
      cwd: folder,
      env: { PATH: `${folder}:/usr/bin:/bin` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.endsWith('begun\n')) child.kill('SIGTERM');
    });
    const code = await new Promise((end) => child.once('close', end));
    expect(code).toBe(1);
    expect(said).toContain('ended\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
