import { expect, test } from 'vitest';
import { ringSlices } from '../../../web/pages/dashboard/summary/ring-slices.ts';

test('slices start at the top and go clockwise, in the order of their values', () => {
  const [half, other] = ringSlices([1, 1], 100, 60);
  expect(half!.path).toMatch(/^M0,-100A/);
  expect(half!.centre[0]).toBeCloseTo(80, 6);
  expect(other!.centre[0]).toBeCloseTo(-80, 6);
  // After a quarter: from three o'clock on.
  expect(ringSlices([1, 3], 100, 60)[1]!.path).toMatch(/^M100,/);
});
