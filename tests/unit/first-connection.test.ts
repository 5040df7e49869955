import { expect, test } from 'vitest';
import { failureText } from '#server/platform/database/pool.ts';

test('of a name with several addresses the reason of each is told once, not an empty line', () => {
  const failures = ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'];
  const cause = new AggregateError([...failures, failures[0]].map((text) => new Error(text)));
  expect(failureText(cause)).toBe('connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432');
});
