import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

test('tests follow: pages and texts, routes that are called, guarded and audited, a migration that is applied', async () => {
  const pages = ['page-list', 'translations'].map((name) => `tests/unit/web/${name}.test.ts`);
  const routes = ['inactive-customers', 'access', 'audited-changes', 'schema'].map(
    (name) => `tests/api/${name}.test.ts`,
  );
  const projects = ['--project', 'unit', '--project', 'api'];
  const said = await followed.run('vitest/vitest.mjs', 'run', ...projects, ...pages, ...routes, '-u');
  expect(said).toMatch(/Test Files.* 6 passed/);
  expect(await readFile(join(followed.folder, 'migrations/schema.txt'), 'utf8')).toContain('delivery_notes');
}, 240_000);
