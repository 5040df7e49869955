import { expect, test } from 'vitest';
import { stepPaths } from '../../../web/pages/stockout/development-plot.ts';

test('a count holds until the next day’s, and the last one to the end', () => {
  // Three days of 100 pixels; 2 of 4 is half the height, 3 of 4 a quarter from above.
  expect(stepPaths([2, 2, 3], 4, 300, 100)).toEqual({
    line: 'M0 50H200V25H300',
    area: 'M0 50H200V25H300V100H0Z',
  });
});

test('a single day is as wide as the chart, and the largest count reaches its upper edge', () => {
  expect(stepPaths([5], 5, 70, 40).line).toBe('M0 0H70');
  expect(stepPaths([0, 5], 5, 70, 40).line).toBe('M0 40H35V0H70');
});
