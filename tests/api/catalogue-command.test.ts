import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { generic, original, provider, smallCatalogue } from '../support/small-catalogue.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portal-command-'));
  const { catalogue, stockouts } = smallCatalogue;
  await writeFile(join(folder, 'catalogue.csv'), catalogue!.products);
  await writeFile(join(folder, 'portfolio.csv'), catalogue!.portfolio);
  await writeFile(join(folder, 'exclusive.csv'), catalogue!.exclusive);
  await writeFile(join(folder, 'stockouts.csv'), stockouts!.csv);
  await writeFile(join(folder, 'wrong.csv'), 'a,b\n1,2\n');
  await writeFile(
    join(folder, 'foreign.csv'),
    `gtin,alternativeGTIN,rank\n${original},${provider},1\n${original},${generic},2\n${provider},${original},1\n`,
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.close();
});

function command(...parameters: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        'server/catalogue-command.ts',
        ...parameters.map((each) => (each.endsWith('.csv') ? join(folder, each) : each)),
      ],
      {
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          PROVIDER_NAME: 'Provider',
          PROVIDER_COMPANIES: 'Provider AG',
        },
      },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const all = ['--products', 'catalogue.csv', '--portfolio', 'portfolio.csv', '--exclusive', 'exclusive.csv'];

test('the command publishes all four files and says what it did', async () => {
  const { code, stdout, stderr } = await command(
    ...all,
    '--stockouts',
    'stockouts.csv',
    '--price-date',
    '2026-01-01',
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout).toContain('Catalogue revision 1 is published.');
  expect(stdout).toMatch(/products +3 rows, 0 left out/);
  expect(stdout).not.toContain('doubtful');
  expect(stdout).toContain('Stock-out revision 1 of 2026-01-03 is published, 1 open.');
  const { rows } = await database.pool.query('select price_date, product_count from catalogue_revisions');
  expect(rows).toEqual([{ price_date: '2026-01-01', product_count: 3 }]);
});

test('alternatives that are not the provider’s are published, counted and named', async () => {
  const { code, stdout } = await command(...all.slice(0, 2), '--portfolio', 'foreign.csv', ...all.slice(4));
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  const start = lines.findIndex((line) => line.includes('portfolio'));
  expect(lines.slice(start, start + 5)).toEqual([
    '  portfolio        3 rows, 0 left out',
    '    2 of the rows used are doubtful; docs/reference-data.md says why.',
    `    line 3: alternative_not_providers ("${generic} by Generic AG")`,
    `    line 4: alternative_not_providers ("${original} by Original AG")`,
    '  exclusive        1 rows, 0 left out',
  ]);
  const { rows } = await database.pool.query(
    'select report from catalogue_revisions order by revision desc limit 1',
  );
  expect(rows[0].report.portfolio).toMatchObject({ rows: 3, bad: [], doubtful: [{ line: 3 }, { line: 4 }] });
});

test('a file whose headings do not fit publishes nothing and names what is missing', async () => {
  const { code, stderr } = await command(...all.slice(0, 4), '--exclusive', 'wrong.csv');
  expect(code).toBe(1);
  expect(stderr).toBe('The file “exclusive” lacks columns or rows: gtin. Nothing was published.\n');
  const { rows } = await database.pool.query('select count(*) as count from catalogue_revisions');
  expect(rows[0].count).toBe(2);
});

test.each([
  [[], 'Nothing to publish.'],
  [all.slice(0, 2), 'belong together'],
  [['--prices', 'catalogue.csv'], "Unknown option '--prices'"],
  [['--stockouts', 'stockouts.csv', '--stockouts-date', '1.1.2026'], '--stockouts-date must be YYYY-MM-DD.'],
  [['--stockouts', 'missing.csv'], 'no such file'],
])('%j explains itself', async (parameters, message) => {
  const { code, stderr } = await command(...parameters);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).toContain('npm run catalogue');
});
