import { expect, test } from 'vitest';
import { writtenFactor } from '../../../../web/pages/market/why/fraction.ts';

test.each([
  [1, '1'],
  [2, '2'],
  [0.5, '0.5'],
  [12.5 / 10, '1.25'],
  [30 / 28, '15/14'],
  [28 / 30, '14/15'],
  [100 / 98, '50/49'],
  [7000 / 300, '70/3'],
  [1000 / 999_999, '1000/999999'],
])('the pack factor %d is written %s', (factor, written) => {
  expect(writtenFactor(factor)).toBe(written);
});

test('a fraction of pack sizes is written exactly, whichever they are', () => {
  for (let size = 1; size <= 120; size++) {
    for (let other = 1; other <= 120; other++) {
      const [over, under = 1] = writtenFactor(size / other)
        .split('/')
        .map(Number);
      expect(over! / under).toBe(size / other);
      expect(over! * other).toBeCloseTo(size * under, 9);
    }
  }
});
