import { expect, test } from 'vitest';
import { portfolioFull } from '#analytics/views/portfolio-full.ts';
import { addressOfRows } from '../../../../web/pages/market/why/address-of-rows.ts';

const behind = (having: Record<string, string | boolean | null>) =>
  addressOfRows({ view: portfolioFull.name, parameters: {}, having });

test('rows that a filter can leave have an address', () => {
  expect(behind({})).toMatch(/^\/stockout-analyser-full/);
  expect(behind({ stockOut2: false })).toContain('general=available_match');
  expect(behind({ hersteller1: 'Sandoz' })).toMatch(/^\/stockout-analyser-full/);
});

test.each(['hersteller1', 'turnoverPotential', 'turnover'])(
  'rows without %s have none: it would show others',
  (column) => {
    expect(behind({ [column]: null })).toBeNull();
  },
);
