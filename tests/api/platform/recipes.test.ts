import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Followed, followSteps } from '#tests/support/follow-steps.ts';
import { long } from '#tests/support/rounds.ts';

const run = promisify(execFile);

/** A copy of the repository in which all recipes are followed but that of a record, whose migration has the same number. */
let followed: Followed;
let record: Followed;
/** Files that the steps of a view touch: lists by strength, a column of the catalogue. */
const touched = new Set<string>();

beforeAll(async () => {
  followed = await followSteps(
    'Add a figure',
    'Add a page',
    'Add a route',
    'Add a changing route',
    'Add a migration',
  );
  record = await followSteps('Add a record');
  await writeSql();
  await writeContract();
  await writeGrouping();
  await writePage();
}, 180_000);
afterAll(() => Promise.all([followed.remove(), record.remove()]));

test('a page added as CONTRIBUTING.md says touches six files, one with a list and a deletion eleven', () => {
  const page = [
    'web/page-list.ts',
    'web/pages/inactive-customers/inactive-customers-page.tsx',
    ...['de', 'en', 'fr', 'it'].map((language) => `translations/${language}/admin.json`),
  ];
  expect(followed.files('Add a page')).toEqual(page);
  expect(followed.files('Add a page', 'Add a route', 'Add a changing route')).toHaveLength(11);
});

test('a figure added as CONTRIBUTING.md says touches nine files, and its tests pass', async () => {
  expect(followed.files('Add a figure')).toHaveLength(9);
  const tests = ['tests/unit/summary-figures.test.ts', 'tests/sql/summary.test.ts'];
  const projects = ['--project', 'unit', '--project', 'sql'];
  const said = await followed.run('vitest/vitest.mjs', 'run', ...projects, ...tests);
  expect(said).toMatch(/Test Files.* 2 passed/);
}, 180_000);

test('a record touches seventeen files, eight of them texts, and fewer than 300 lines', async () => {
  const files = record.files('Add a record');
  expect(files).toHaveLength(17);
  expect(files.filter((file) => file.startsWith('translations/'))).toHaveLength(8);
  const [, steps] = (await readFile(join(record.folder, 'CONTRIBUTING.md'), 'utf8')).split('## Add a record');
  expect(steps!.split('\n## ')[0]!.split('\n').length).toBeLessThan(300);
});

test('the linter finds nothing in what was added', async () => {
  const lint = ['lint', '--error-on-warnings', 'web/page-list.ts', 'web/pages'];
  await followed.run('@biomejs/biome/bin/biome', ...lint);
  await record.run('@biomejs/biome/bin/biome', ...lint, 'server/reference-data/hotlines', 'shared/schemas');
}, 180_000);

const pageTests = ['page-list', 'translations'].map((name) => `tests/unit/web/${name}.test.ts`);
const routeTests = ['http/access', 'audit/audited-changes', 'platform/schema'].map(
  (name) => `tests/api/${name}.test.ts`,
);

/** Runs tests of a copy; other routes than those added let in whom they let in here. Recipes have their texts in one language. */
function runTests(copy: Followed, added: string, ...files: string[]): Promise<string> {
  const projects = ['--project', 'unit', '--project', 'api'];
  const names = ['-t', `^(?!.* lets in exactly|no sentence is the same)|${added}`];
  return copy.run('vitest/vitest.mjs', 'run', ...projects, ...files, ...names, '-u');
}

if (long)
  test('tests follow: pages and texts, routes that are called, guarded and audited, a migration that is applied', async () => {
    const files = [...pageTests, ...routeTests, 'tests/api/reference-data/inactive-customers.test.ts'];
    expect(await runTests(followed, 'inactive', ...files)).toMatch(/Test Files.* 6 passed/);
    expect(await readFile(join(followed.folder, 'migrations/schema.txt'), 'utf8')).toContain(
      'delivery_notes',
    );
    expect(await runTests(record, 'hotlines', ...pageTests, ...routeTests)).toMatch(/Test Files.* 5 passed/);
  }, 480_000);

test('a view by a new grouping with its page touches fifteen files, and CONTRIBUTING.md names each', async () => {
  expect(touched.size).toBe(15);
  const recipes = await readFile(join(followed.folder, 'CONTRIBUTING.md'), 'utf8');
  const steps = recipes.split('## Add a view')[1]!.split('\n## ')[0]!;
  const named = [...touched].map((path) =>
    path.replace(/strengths/g, '<name>').replace(/translations\/\w\w\//, 'translations/*/'),
  );
  for (const path of new Set(named))
    expect(steps).toContain(path.replace('-totals.sql', '').replace('.sql', ''));
});

test('a view added by these steps is served, explained, compared, told by members, measured, recomputed and worded', async () => {
  await writeFile(
    join(followed.folder, 'check.ts'),
    `
import { compareSides, comparableViews, readSide } from '#analytics/compare/compare.ts';
import { readMembers } from '#analytics/compare/members.ts';
import { standardContext } from '#analytics/context.ts';
import { explain } from '#analytics/explain/explain.ts';
import { strengths } from '#analytics/views/strengths.ts';
import { formulas } from '#shared/formulas.ts';
import { viewRoutes } from '#server/statistics/views/view-routes.ts';
import { conditionsInWords, formulaInWords } from '#server/statistics/views/formula-words.ts';
import { assortmentOf } from '#tests/support/recompute/assortment.ts';
import { recompute } from '#tests/support/recompute/answers.ts';
import { gtin, openWorld } from '#tests/support/world.ts';
import { questions } from './bench/views/questions.ts';
import { withSqlReference } from './scripts/sql-reference.ts';
import { questionsOf } from './tests/sql/golden/questions.ts';
import { readFileSync } from 'node:fs';

const pack = (index: number) => gtin('76800000000' + index);
const world = {
  products: [
    { gtin: pack(1), strength: '10 mg', ex_factory_price: '2.00' },
    { gtin: pack(2), strength: '10 mg', ex_factory_price: '3.00' },
    { gtin: pack(3), strength: '5 mg', ex_factory_price: '1.00' },
    { gtin: pack(4), ex_factory_price: '9.00' },
  ],
  lines: [1, 2, 3, 4].map((index) => ({ gtin: pack(index), quantity: index })),
};
const opened = await openWorld(world);
const parameters = strengths.parameters.parse({ sortBy: 'efPreisSum' });
const context = standardContext();
const key = { statistic: 1, revision: 1, catalogue: 1, stockouts: 1, focusGroups: 1 };
const question = (figure: string, view: typeof strengths | typeof strengths.totals, row: string | null) => {
  const { sortBy, ...filters } = parameters;
  return { view, figure, row, parameters: row === null ? filters : parameters };
};
const [explained, counted, side] = await opened.statistics.use(key, async (connection) => [
  await explain(connection, question('qtySum', strengths, '10 mg'), context),
  await explain(connection, question('rowCount', strengths.totals, null), context),
  await readSide(connection, strengths, parameters, context),
]);
const words = { provider: 'Provider', rate: 40 };
const answer = {
  rows: await opened.view('strengths', { sortBy: 'efPreisSum' }),
  totals: await opened.view('strengths/totals'),
  recomputed: recompute('v1/strengths.sql', { world, assortment: assortmentOf(world), given: parameters }),
  routes: viewRoutes({} as never).map(({ path }) => path).filter((path) => path.includes('strengths')),
  explained: [explained.value, explained.parts[0].query, (await opened.view('product', { strength: '10 mg' })).length],
  counted: [counted.value, counted.unit, formulaInWords('en', counted.formula, words)],
  conditions: conditionsInWords('en', { ...explained.parts[0].filter, ...counted.parts[0].filter }, words),
  compared: comparableViews.filter((name) => name.startsWith('strengths')),
  unchanged: (await opened.engine.use('main', (c) => compareSides(c, strengths, parameters, side, side))).length,
  members: await opened.statistics.withLines(key, (connection) => readMembers(connection, strengths, parameters, [1])),
  measured: questions([]).map(({ name }) => name).filter((name) => name.startsWith('strengths')),
  asked: questionsOf('v1/strengths.sql').length,
  glossary: formulas.includes('strength'),
  documented: (await withSqlReference(readFileSync('docs/sql.md', 'utf8'))).includes('### strengths'),
};
await opened.close();
console.log(JSON.stringify(answer));
`,
  );
  const { stdout } = await run(process.execPath, ['check.ts'], { cwd: followed.folder });
  const answer = JSON.parse(stdout);
  const figures = { pPreisSum: 0, turnoverPotential: 0 };
  const rows = [
    // 1 × 2.00 + 2 × 3.00
    { strengthName: '10 mg', count: 2, qtySum: 3, efPreisSum: 8, ...figures },
    { strengthName: '5 mg', count: 1, qtySum: 3, efPreisSum: 3, ...figures },
  ];
  expect(answer).toEqual({
    rows,
    totals: { rowCount: 2, count: 3, qtySum: 6, efPreisSum: 11, ...figures },
    recomputed: rows,
    routes: ['/api/statistics/:id/strengths', '/api/statistics/:id/strengths/totals'],
    explained: [3, 'strength=10+mg', 2],
    counted: [2, 'strengths', 'Number of different manufacturers of the articles.'],
    conditions: ['Manufacturer: 10 mg', 'Has a manufacturer'],
    compared: ['strengths', 'strengths/totals'],
    unchanged: 10,
    members: [
      { key: '10 mg', member: 1, qtySum: 3, efPreisSum: 8 },
      { key: '5 mg', member: 1, qtySum: 3, efPreisSum: 3 },
      { key: null, member: 1, qtySum: 6, efPreisSum: 11 },
    ],
    measured: ['strengths', 'strengths/totals'],
    asked: 2,
    glossary: true,
    documented: true,
  });
}, 180_000);

if (long)
  test('types of all that was added are right, and what a view’s contract and texts leave unsaid is a type error', async () => {
    const path = join(followed.folder, 'translations/en/groups.json');
    const groups = JSON.parse(await readFile(path, 'utf8'));
    const { unit_one: _, unit_other: __, ...others } = groups.strength;
    await writeFile(path, JSON.stringify({ ...groups, strength: others }));
    // Its totals then say neither what their figures are nor whether they compare.
    await edit('analytics/views/strengths.ts', "  ...groupTotals('strength'),\n", '');
    const said = await followed
      .run('typescript/bin/tsc', '-p', 'web', '--checkers', '1')
      .catch(({ message }: Error) => message);
    const places = said.matchAll(/^(\S+\.tsx?)\(/gm);
    expect([...new Set([...places].map(([, file]) => file))].toSorted()).toEqual([
      'analytics/views/strengths.ts',
      'web/pages/dashboard/aggregate/groups-page.tsx',
      'web/pages/dashboard/explain/why-dialog.tsx',
    ]);
    expect(said).toContain('"groups:strength.unit"');
    expect(said).toMatch(/Property 'provenance' is missing|provenance, comparable/);
  }, 180_000);

/** Step 1: the statements of the list and of its totals, like those of manufacturers. */
async function writeSql(): Promise<void> {
  for (const end of ['', '-totals']) {
    const like = await readFile(join(followed.folder, `sql/v1/manufacturers${end}.sql`), 'utf8');
    await write(
      `sql/v1/strengths${end}.sql`,
      like.replaceAll('manufacturers', 'strengths').replaceAll('manufacturer', 'strength'),
    );
  }
}

/** Step 2: what the view says of itself. */
async function writeContract(): Promise<void> {
  const like = await readFile(join(followed.folder, 'analytics/views/manufacturers.ts'), 'utf8');
  await write(
    'analytics/views/strengths.ts',
    like.replaceAll('manufacturers', 'strengths').replaceAll('manufacturer', 'strength'),
  );
  await edit(
    'analytics/views/index.ts',
    'import { product }',
    "import { strengths } from './strengths.ts';\nimport { product }",
  );
  await edit('analytics/views/index.ts', '\n];', '\n  strengths,\n];');
}

/** Step 3: what articles are grouped by, its column and its texts. */
async function writeGrouping(): Promise<void> {
  await edit(
    'shared/groupings.ts',
    '} as const satisfies Record<string, Grouping>;',
    `  strength: {
    reads: { strength: 'strength; sorts by name (de-CH)' },
    filter: names(),
    columns: { strength: text },
    column: 'strength',
    has: 'strength',
    cart: false,
    unit: 'strengths',
    page: 'strengths',
    leadsTo: ['products'],
  },
} as const satisfies Record<string, Grouping>;`,
  );
  const catalogue = 'sql/load/catalogue.sql';
  await edit(
    catalogue,
    'create type atc_group',
    `create type strength as enum (
  select name from (select strength as name from product_rows where strength is not null union select '')
  order by name collate de, name
);
create type atc_group`,
  );
  await edit(catalogue, '  p.strength,\n', '  p.strength::strength as strength,\n');
  await edit(catalogue, '  p.molecule,\n', '  p.molecule,\n  p.strength,\n');
  await edit('sql/load/assortment.sql', '  o.molecule,\n', '  o.molecule,\n  o.strength,\n');
  const members = 'sql/compare/members.sql';
  for (const file of ['sql/v1/product.sql', 'sql/v1/product-totals.sql', members]) {
    await edit(
      file,
      '    and id_filter(',
      '    and name_filter($strength::varchar[], strength)\n    and id_filter(',
    );
    await edit(
      file,
      '    and known_filter(',
      '    and has_filter($behind::varchar[], strength)\n    and known_filter(',
    );
  }
  await edit(
    members,
    '    case $by::varchar\n',
    "    case $by::varchar\n      when 'strength' then strength::varchar\n",
  );
  await edit(
    'sql/v1/product.sql',
    '  atc_group::varchar as "atcCategory",\n',
    '  atc_group::varchar as "atcCategory",\n  strength::varchar as "strength",\n',
  );
  for (const language of ['de', 'en', 'fr', 'it']) {
    const path = `translations/${language}/groups.json`;
    const groups = JSON.parse(await readFile(join(followed.folder, path), 'utf8'));
    await write(path, JSON.stringify({ ...groups, strength: groups.manufacturer }));
  }
}

/** Step 5: the page. */
async function writePage(): Promise<void> {
  await edit(
    'web/page-list.ts',
    "  {\n    path: '/*',",
    `  {
    path: '/dashboard/:directLinkId/strengths',
    label: 'groups:strength.title',
    audience: 'everyone',
    group: 'dashboard',
    list: strengths,
    code: 'dashboard/aggregate/groups-page',
  },
  {
    path: '/*',`,
  );
  await edit(
    'web/page-list.ts',
    'import { turnoverPotentialView }',
    "import { strengths } from '#analytics/views/strengths.ts';\nimport { turnoverPotentialView }",
  );
}

async function write(path: string, text: string): Promise<void> {
  touched.add(path);
  await mkdir(dirname(join(followed.folder, path)), { recursive: true });
  await writeFile(join(followed.folder, path), text);
}

async function edit(path: string, before: string, after: string): Promise<void> {
  const text = await readFile(join(followed.folder, path), 'utf8');
  if (!text.includes(before)) throw new Error(`${path} has no ${before}`);
  await write(path, text.replace(before, after));
}
