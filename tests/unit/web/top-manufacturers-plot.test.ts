import { expect, test } from 'vitest';
import {
  rowHeight,
  topManufacturersPlot,
} from '../../../web/pages/dashboard/summary/top-manufacturers-plot.ts';

const rows = [
  { manufacturerName: 'Zeta AG', efPreisSum: 351474.29 },
  { manufacturerName: 'Alpha AG', efPreisSum: 120 },
];

test('bars keep the order given and start at nought', () => {
  const { x, y, height, marks } = topManufacturersPlot(rows, 600);
  expect(y?.domain).toEqual(['Zeta AG', 'Alpha AG']);
  expect(x?.domain).toEqual([0, 351474.29]);
  expect(height).toBe(2 * rowHeight);
  expect(marks).toHaveLength(3);
});

test('no rows make an empty chart', () => {
  const { x, height } = topManufacturersPlot([], 600);
  expect(x?.domain).toEqual([0, 0]);
  expect(height).toBe(0);
});
