import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Followed, followSteps } from '../support/follow-steps.ts';

let followed: Followed;

beforeAll(async () => {
  followed = await followSteps('Add a page', 'Add a route', 'Add a changing route');
});
afterAll(() => followed.remove());

test('routes added as CONTRIBUTING.md says are called, described, guarded and audited', async () => {
  const tests = ['inactive-customers', 'access', 'audited-changes'].map(
    (name) => `tests/api/${name}.test.ts`,
  );
  const said = await followed.run('vitest/vitest.mjs', 'run', '--project', 'api', ...tests);
  expect(said).toMatch(/Test Files.* 3 passed/);
});

test('a page for administrators with a list and a deletion touches eleven files, whose types are right', async () => {
  expect(followed.files).toHaveLength(11);
  await followed.run('typescript/bin/tsc', '-p', 'web', '--checkers', '1');
}, 180_000);
