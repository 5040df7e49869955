import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Followed, followSteps } from '../support/follow-steps.ts';

let followed: Followed;

beforeAll(async () => {
  followed = await followSteps('Add a page', 'Add a route', 'Add a changing route', 'Add a migration');
}, 180_000);
afterAll(() => followed.remove());

test('a page added as CONTRIBUTING.md says touches six files, one with a list and a deletion eleven', () => {
  const page = [
    'web/page-list.ts',
    'web/pages/inactive-customers/inactive-customers-page.tsx',
    ...['de', 'en', 'fr', 'it'].map((language) => `translations/${language}/admin.json`),
  ];
  expect(followed.files('Add a page')).toEqual(page);
  expect(followed.files('Add a page', 'Add a route', 'Add a changing route')).toHaveLength(11);
});

test('types of what was added are right, and the linter finds nothing', async () => {
  await followed.run('typescript/bin/tsc', '-p', 'web', '--checkers', '1');
  const lint = ['lint', '--error-on-warnings', 'web/page-list.ts', 'web/pages'];
  await followed.run('@biomejs/biome/bin/biome', ...lint);
}, 180_000);

test('the tests of pages and texts follow what was added', async () => {
  const tests = ['page-list', 'translations'].map((name) => `tests/unit/web/${name}.test.ts`);
  await followed.run('vitest/vitest.mjs', 'run', '--project', 'unit', ...tests);
}, 180_000);

test('routes that were added are called, described, guarded and audited', async () => {
  const tests = ['inactive-customers', 'access', 'audited-changes'].map(
    (name) => `tests/api/${name}.test.ts`,
  );
  const said = await followed.run('vitest/vitest.mjs', 'run', '--project', 'api', ...tests);
  expect(said).toMatch(/Test Files.* 3 passed/);
});

test('a migration that was added is applied, and shows in the schema', async () => {
  const schema = ['vitest/vitest.mjs', 'run', '--project', 'api', 'tests/api/schema.test.ts'] as const;
  await expect(followed.run(...schema)).rejects.toThrow('delivery_notes');
  await followed.run(...schema, '-u');
});
