import { expect, test } from 'vitest';
import { pricesPlot } from '../../../web/pages/product/look-up/prices-plot.ts';

const revision = (number: number, exFactoryPrice: number | null, publicPrice: number | null) => ({
  revision: number,
  publishedAt: '2026-08-01T00:00:00.000Z',
  priceDate: '2026-08-01',
  current: false,
  exFactoryPrice,
  publicPrice,
});
const options = { width: 600, exFactory: 'Ex-factory', public: 'Public' };

test('every revision has its place, and a price that nobody knows has no point', () => {
  const plot = pricesPlot([revision(3, 10, 20), revision(7, null, 25), revision(8, 11, null)], options);
  expect(plot.x).toMatchObject({ domain: ['3', '7', '8'] });
  // From nothing to the dearest.
  expect(plot.y).toMatchObject({ domain: [0, 25] });
  const [, , dots] = plot.marks as unknown as { data: { revision: string; price: number; name: string }[] }[];
  expect(dots!.data).toEqual([
    { revision: '3', price: 10, name: 'Ex-factory' },
    { revision: '3', price: 20, name: 'Public' },
    { revision: '7', price: 25, name: 'Public' },
    { revision: '8', price: 11, name: 'Ex-factory' },
  ]);
});

test('without any price there is an empty chart', () => {
  expect(pricesPlot([revision(1, null, null)], options).y).toMatchObject({ domain: [0, 1] });
});
