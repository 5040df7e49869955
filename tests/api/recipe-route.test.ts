import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Followed, followSteps } from '../support/follow-steps.ts';

let followed: Followed;

beforeAll(async () => {
  followed = await followSteps('Add a route', 'Add a page');
});
afterAll(() => followed.remove());

test('a route added as CONTRIBUTING.md says is called, described and guarded', async () => {
  const tests = ['tests/api/inactive-customers.test.ts', 'tests/api/access.test.ts'];
  const said = await followed.run('vitest/vitest.mjs', 'run', '--project', 'api', ...tests);
  expect(said).toMatch(/Test Files.* 2 passed/);
});

test('a page for administrators with one route touches ten files', () => {
  expect(followed.files).toHaveLength(10);
});
