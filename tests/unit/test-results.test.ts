import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closingLine, readResults, slowest } from '../../scripts/test-results.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-results-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(report: unknown) {
  const path = join(folder, 'report.json');
  await writeFile(path, JSON.stringify(report));
  return readResults(path);
}

const vitest = {
  testResults: [
    {
      name: 'prices.test.ts',
      status: 'passed',
      assertionResults: [
        { fullName: 'prices are rounded', status: 'passed', duration: 1500 },
        { fullName: 'real prices agree', status: 'skipped' },
      ],
    },
    { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
  ],
};

const playwright = {
  suites: [
    {
      title: 'session.test.ts',
      specs: [
        { title: 'signs out', tests: [{ status: 'flaky', results: [{ duration: 900 }, { duration: 300 }] }] },
      ],
      suites: [
        {
          title: 'a session',
          specs: [{ title: 'ends', tests: [{ status: 'expected', results: [{ duration: 2000 }] }] }],
        },
      ],
    },
  ],
};

test('of vitest, tests that were skipped and files that fail as a whole are counted', async () => {
  expect(closingLine(await read(vitest))).toBe('1 passed, 1 failed, 1 skipped');
});

test('of Playwright, a test that passes only the second time has failed', async () => {
  expect(closingLine(await read(playwright))).toBe('1 passed, 1 failed');
});

test('a step without a report has no tests', async () => {
  expect(closingLine(await readResults(join(folder, 'types.json')))).toBe('0 passed, 0 failed');
});

test('the slowest tests are named, slowest first', async () => {
  const results = [...(await read(vitest)), ...(await read(playwright))];
  expect(slowest(results, 3)).toBe(
    ['    2.0 s  ends', '    1.5 s  prices are rounded', '    1.2 s  signs out'].join('\n'),
  );
});
