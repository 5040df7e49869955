import { expect, test } from 'vitest';
import {
  type DuplicateRow,
  duplicateSets,
} from '../../../web/pages/dashboard/duplicate-products/duplicate-sets.ts';

const row = (gtiN1: string, gtiN2: string): DuplicateRow => ({
  gtiN1,
  gtiN2,
  description1: `article ${gtiN1}`,
  description2: `product ${gtiN2}`,
  qty1: 1,
  qty2: 0,
  efPreis1: 1,
  efPreis2: 1,
  pPreis1: 2,
  pPreis2: 2,
  turnoverPotential: 1,
});

test('rows of a provider product stand together, in the order they come', () => {
  const sets = duplicateSets([row('1', 'P'), row('2', 'Q'), row('3', 'P')]);
  expect(sets.map(({ gtin }) => gtin)).toEqual(['P', 'Q']);
  expect(sets[0]?.competitors.map(({ gtiN1 }) => gtiN1)).toEqual(['1', '3']);
  expect(sets[1]?.provider.description2).toBe('product Q');
});

test('no rows are no sets', () => {
  expect(duplicateSets([])).toEqual([]);
});
