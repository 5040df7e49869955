import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Followed, followSteps } from '../support/follow-steps.ts';

let followed: Followed;

beforeAll(async () => {
  followed = await followSteps('Add a migration');
});
afterAll(() => followed.remove());

test('a migration added as CONTRIBUTING.md says is applied, and shows in the schema', async () => {
  const schema = ['vitest/vitest.mjs', 'run', '--project', 'api', 'tests/api/schema.test.ts'] as const;
  await expect(followed.run(...schema)).rejects.toThrow('delivery_notes');
  await followed.run(...schema, '-u');
});
