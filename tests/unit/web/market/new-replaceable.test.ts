import { expect, test } from 'vitest';
import { newReplaceable } from '../../../../web/pages/market/overview/new-replaceable.ts';
import type { StockoutRow } from '../../../../web/pages/market/stockout-row.ts';

const row = (said: Partial<StockoutRow>) =>
  ({
    newStockout1: true,
    alternativeGTIN: '2',
    stockOut2: false,
    turnoverPotential: null,
    missingSince1: '2026-11-10',
    productName: 'A',
    ...said,
  }) as StockoutRow;

test('of new stock-outs those with a deliverable alternative count, the others are counted beside them', () => {
  const { replaceable, others } = newReplaceable([
    row({ gtin: 'yes' }),
    row({ gtin: 'old', newStockout1: false }),
    row({ gtin: 'alternative missing too', stockOut2: true }),
    row({ gtin: 'without', alternativeGTIN: null, stockOut2: null }),
  ]);
  expect(replaceable.map(({ gtin }) => gtin)).toEqual(['yes']);
  expect(others).toBe(2);
});

test('the largest potential comes first, without one the newest, of a day by name', () => {
  const { replaceable } = newReplaceable([
    row({ gtin: 'older' }),
    row({ gtin: 'newer', missingSince1: '2026-11-12', productName: 'B' }),
    row({ gtin: 'newer, first by name', missingSince1: '2026-11-12' }),
    row({ gtin: 'small', turnoverPotential: 5 }),
    row({ gtin: 'large', turnoverPotential: 7.5 }),
    row({ gtin: 'none', turnoverPotential: 0 }),
  ]);
  expect(replaceable.map(({ gtin }) => gtin)).toEqual([
    'large',
    'small',
    'none',
    'newer, first by name',
    'newer',
    'older',
  ]);
});
