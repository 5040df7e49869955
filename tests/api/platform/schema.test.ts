import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { describeSchema } from '#tests/support/describe-schema.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

afterAll(() => database.close());

// After a migration: npx vitest run --project api tests/api/platform/schema.test.ts -u
test('migrations/schema.txt says what the migrations make', async () => {
  await expect(await describeSchema(database.pool)).toMatchFileSnapshot('../../../migrations/schema.txt');
});
