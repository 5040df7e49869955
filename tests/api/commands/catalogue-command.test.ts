import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { long } from '#tests/support/rounds.ts';
import { type Outcome, runCommand } from '#tests/support/run-command.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';

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

function command(...parameters: string[]): Promise<Outcome> {
  return run(parameters.map((each) => (each.endsWith('.csv') ? join(folder, each) : each)));
}

function run(parameters: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return runCommand(['server/commands/catalogue-command.ts', ...parameters], {
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    ...env,
  });
}

const all = ['--products', 'catalogue.csv', '--portfolio', 'portfolio.csv', '--exclusive', 'exclusive.csv'];

const foreign = [...all.slice(0, 2), '--portfolio', 'foreign.csv', ...all.slice(4)];

test('a list of stock-outs alone is refused before the first catalogue', async () => {
  const { code, stdout, stderr } = await command('--stockouts', 'stockouts.csv');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('No catalogue is published yet');
  expect(stderr).toContain('--products, --portfolio and --exclusive can be given in the same command.');
  expect((await database.pool.query('select from stockout_revisions')).rowCount).toBe(0);
});

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
  const { rows } = await database.pool.query('select price_date, product_count from all_catalogue_revisions');
  expect(rows).toEqual([{ price_date: '2026-01-01', product_count: 3 }]);
});

test('a catalogue with many other rows, or older prices, is refused, and published with a reason', async () => {
  const { code, stderr } = await command(...foreign);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'The file “portfolio” has 3 rows; the catalogue that counts has 2: a difference of more than 10%. Nothing was published. With --force "reason" it would be.\n',
  );
  const older = await command(...all, '--price-date', '2025-12-31');
  expect(older.stderr).toContain(
    'The prices are of 2025-12-31, older than those that count, of 2026-01-01. Nothing was published.',
  );
  const { rows } = await database.pool.query('select count(*) as revisions from all_catalogue_revisions');
  expect(rows).toEqual([{ revisions: 1 }]);
});

test('alternatives that are not the provider’s are published, counted and named', async () => {
  const { code, stdout } = await command(...foreign, '--force', 'one more alternative');
  expect(code).toBe(0);
  const lines = stdout.split('\n');
  const start = lines.findIndex((line) => line.includes('portfolio'));
  expect(lines.slice(start, start + 5)).toEqual([
    '  portfolio        3 rows, 0 left out',
    '    2 of the rows used are doubtful; docs/reference-data.md says why.',
    `    line 3: ${generic} by Generic AG, which is none of the provider’s companies (alternative_not_providers)`,
    `    line 4: ${original} by Original AG, which is none of the provider’s companies (alternative_not_providers)`,
    '  exclusive        1 rows, 0 left out',
  ]);
  const { rows } = await database.pool.query(
    'select report from all_catalogue_revisions order by revision desc limit 1',
  );
  expect(rows[0].report.portfolio).toMatchObject({
    rows: 3,
    bad: [],
    doubtful: [{ line: 3 }, { line: 4 }],
  });
});

test('a file whose headings do not fit publishes nothing and names what is missing', async () => {
  const { code, stderr } = await command(...all.slice(0, 4), '--exclusive', 'wrong.csv');
  expect(code).toBe(1);
  expect(stderr).toBe('The file “exclusive” lacks columns or rows: gtin. Nothing was published.\n');
  const { rows } = await database.pool.query('select count(*) as count from all_catalogue_revisions');
  expect(rows[0].count).toBe(2);
});

test('dates that are none are told in words, with their line', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, index) => `${original},2026-01-${String(index + 1).padStart(2, '0')},,,`,
  );
  const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
  await writeFile(join(folder, 'february.csv'), [heading, ...rows, `${original},2026-02-30,,,`].join('\n'));
  await writeFile(join(folder, 'only-february.csv'), [heading, `${original},2026-02-30,,,`].join('\n'));
  const { code, stdout } = await command('--stockouts', 'february.csv', '--force', 'many reports');
  expect(code).toBe(0);
  expect(stdout).toContain('Stock-out revision 2 of 2026-01-30 is published');
  expect(stdout).toContain('    line 32: 2026-02-30 is not a calendar date (YYYY-MM-DD) (date_invalid)\n');
  const refused = await command('--stockouts', 'only-february.csv');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    'The first is in line 2 (2026-02-30 is not a calendar date (YYYY-MM-DD)). Nothing was published.',
  );
});

if (long)
  test('what a file has in the place of a date steers no terminal', async () => {
    const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
    const date = '2026-\u001b]0;gone\u0007\u009b2J31';
    await writeFile(join(folder, 'steering.csv'), `${heading}\n${original},${date},,,\n`);
    const { code, stderr } = await command('--stockouts', 'steering.csv');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'The first is in line 2 (2026- ]0;gone 2J31 is not a calendar date (YYYY-MM-DD)).',
    );
  });

test('a list that is not newer is refused, and published with a reason', async () => {
  const refused = await command('--stockouts', 'stockouts.csv');
  expect(refused.code).toBe(1);
  // Of the 30 reports of one product the list of 3 January knows three, and names one.
  expect(refused.stderr).toBe(
    'The stock-out list of “Standard” is of 2026-01-03, not newer than its last one of 2026-01-30, whose episodes it does not know. Of 30 open episodes it would drop 2, and it would add 0. Nothing was published. With --force "reason" it would be.\n',
  );
  const { code, stdout } = await command(
    '--stockouts',
    'stockouts.csv',
    '--force',
    'the former one was wrong',
  );
  expect(code).toBe(0);
  expect(stdout).toContain('  Forced: the former one was wrong\n');
});

test('the audit has an entry of each list, with the reason where one was needed', async () => {
  const { rows } = await database.pool.query(
    "select user_id, after, reason from audit_entries where action = 'stockouts.published' order by id",
  );
  expect(rows).toEqual([
    { user_id: null, after: { date: '2026-01-03', rows: 1 }, reason: null },
    { user_id: null, after: { date: '2026-01-30', rows: 30 }, reason: 'many reports' },
    { user_id: null, after: { date: '2026-01-03', rows: 1 }, reason: 'the former one was wrong' },
  ]);
});

if (long)
  test('a list of another source changes nothing of the first, and one that seems cut off is refused', async () => {
    const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
    const rows = [original, generic, provider].map((each) => `${each},2026-01-01,,,`);
    await writeFile(join(folder, 'whole.csv'), [heading, ...rows, ''].join('\n'));
    await writeFile(join(folder, 'cut.csv'), [heading, ...rows.slice(0, 2), ''].join('\n'));
    const source = ['--source', 'Grossist Nord'];
    const first = await command('--stockouts', 'whole.csv', ...source);
    expect(first.stderr).toBe('');
    expect(first.stdout).toContain(
      '  Grossist Nord: the first list of this source, its episodes are known since at least then.\n',
    );
    const cut = await command('--stockouts', 'cut.csv', '--stockouts-date', '2026-01-08', ...source);
    expect(cut.code).toBe(1);
    expect(cut.stderr).toBe(
      'The stock-out list of “Grossist Nord” of 2026-01-08 changes more than 30% of the last one of 2026-01-01: of 3 open episodes it would drop 1, and it would add 0. Is it complete? Nothing was published. With --force "reason" it would be.\n',
    );
    const same = await command('--stockouts', 'whole.csv', '--stockouts-date', '2026-01-08', ...source);
    expect(same.stdout).toContain('  Grossist Nord: 0 added and 0 dropped, 3 were open on 2026-01-01.\n');
  });

test('a source without a name is refused', async () => {
  const { code, stderr } = await command('--stockouts', 'stockouts.csv', '--source', ' ');
  expect(code).toBe(1);
  expect(stderr).toContain('The name of the source must have 1 to 60 characters');
});

if (long)
  test('files are named from where npm was called', async () => {
    const npm = { npm_lifecycle_event: 'catalogue', INIT_CWD: folder };
    const { stderr } = await run(['--stockouts', 'wrong.csv'], npm);
    expect(stderr).toContain('The file “stockouts” lacks columns or rows: gtin');
    expect((await run(['--stockouts', 'none.csv'], npm)).stderr).toContain(join(folder, 'none.csv'));
  });

if (long)
  test('prices without a date are of today in Zurich', async () => {
    const before = todayInZurich();
    expect((await command(...all, '--force', 'one alternative less')).code).toBe(0);
    const { rows } = await database.pool.query(
      'select price_date from all_catalogue_revisions order by revision desc limit 1',
    );
    expect([before, todayInZurich()]).toContain(rows[0].price_date);
  });

test('a command line that does not fit is explained', async () => {
  const { code, stderr } = await command();
  expect(code).toBe(1);
  expect(stderr).toContain('Nothing to publish.');
  expect(stderr).toContain('npm run catalogue');
});
