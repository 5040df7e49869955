import { expect, test } from 'vitest';
import { barHeight } from '../../../web/pages/dashboard/charts/bar.ts';
import { topBarsPlot } from '../../../web/pages/dashboard/charts/top-bars-plot.ts';

const question = { view: 'manufacturers', figure: 'efPreisSum' };
const bars = [
  { id: 'zeta', name: 'Zeta AG', value: 351474.29, figure: "351'474.29", to: '/', question },
  { id: 'alpha', name: 'Alpha AG', value: 120, figure: '120.00', to: '/', question, own: true },
];

test('bars keep the order given and start at nought', () => {
  const { x, y, height, marks } = topBarsPlot(bars, 600);
  expect(y?.domain).toEqual(['zeta', 'alpha']);
  expect(x?.domain).toEqual([0, 351474.29]);
  expect(height).toBe(2 * barHeight);
  expect(marks).toHaveLength(1);
});

test('the provider’s own bar has a colour of its own', () => {
  const { marks, color } = topBarsPlot(bars, 600);
  const { fill } = (marks![0] as unknown as { channels: { fill: { value: (bar: object) => string } } })
    .channels;
  expect(color?.type).toBe('identity');
  expect(bars.map((bar) => fill.value(bar))).toEqual(['var(--brand-mid)', 'var(--brand-dark)']);
});

test('no rows make an empty chart', () => {
  const { x, height } = topBarsPlot([], 600);
  expect(x?.domain).toEqual([0, 0]);
  expect(height).toBe(0);
});
