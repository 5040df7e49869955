import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Followed, followSteps } from '../support/follow-steps.ts';

let followed: Followed;

beforeAll(async () => {
  followed = await followSteps('Add a page');
}, 180_000);
afterAll(() => followed.remove());

test('a page added as CONTRIBUTING.md says touches six files', () => {
  expect(followed.files).toEqual([
    'web/page-list.ts',
    'web/pages/inactive-customers/inactive-customers-page.tsx',
    ...['de', 'en', 'fr', 'it'].map((language) => `translations/${language}/admin.json`),
  ]);
});

test('its types are right', async () => {
  await followed.run('typescript/bin/tsc', '-p', 'web', '--checkers', '1');
}, 180_000);

test('the tests of pages and texts follow it, and the linter finds nothing', async () => {
  const tests = ['tests/unit/web/page-list.test.ts', 'tests/unit/web/translations.test.ts'];
  await followed.run('vitest/vitest.mjs', 'run', '--project', 'unit', ...tests);
  await followed.run(
    '@biomejs/biome/bin/biome',
    'lint',
    '--error-on-warnings',
    'web/page-list.ts',
    'web/pages',
  );
}, 180_000);
