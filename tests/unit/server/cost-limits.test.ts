import { expect, test } from 'vitest';
import { hourlyCosts } from '#server/config.ts';
import { createCostLimits } from '#server/http/cost-limits.ts';

/** Six exports an hour: one every ten minutes is given back. */
function sixAnHour() {
  let now = 1000;
  const costs = createCostLimits({ ...hourlyCosts, export: 6 }, () => now);
  const pass = (seconds: number) => {
    now += seconds;
  };
  return { take: costs.take, pass };
}

test('what is left is told, and whoever has used it all hears how long to wait', () => {
  const { take } = sixAnHour();
  expect([1, 2, 3, 4, 5, 6].map(() => take('user 1', 'export'))).toEqual([5, 4, 3, 2, 1, 0]);
  expect(() => take('user 1', 'export')).toThrow(
    expect.objectContaining({
      status: 429,
      code: 'costs_export',
      params: { most: 6, minutes: 10, retryAfter: 600 },
    }),
  );
});

test('nobody uses up what another may ask for, nor one kind what another kind may', () => {
  const { take } = sixAnHour();
  for (let time = 0; time < 6; time++) take('user 1', 'export');
  expect(take('user 2', 'export')).toBe(5);
  expect(take('user 1', 'preview')).toBe(hourlyCosts.preview - 1);
});

test('it comes back bit by bit, and asking in vain costs nothing', () => {
  const { take, pass } = sixAnHour();
  for (let time = 0; time < 6; time++) take('user 1', 'export');
  pass(300);
  for (let time = 0; time < 50; time++)
    expect(() => take('user 1', 'export')).toThrow(
      expect.objectContaining({ params: expect.objectContaining({ minutes: 5 }) }),
    );
  pass(300);
  expect(take('user 1', 'export')).toBe(0);
  pass(3600);
  expect(take('user 1', 'export')).toBe(5);
});

test('however many ask, only those who have used something are known', () => {
  const { take, pass } = sixAnHour();
  for (let user = 0; user < 10_000; user++) take(`user ${user}`, 'export');
  expect(take('user 9', 'export')).toBe(4);
  pass(3600);
  for (let user = 0; user < 10; user++) expect(take(`user ${user}`, 'export')).toBe(5);
});
