import { expect, test } from 'vitest';
import {
  alternativeBadges,
  type MarkedRow,
  productBadges,
} from '../../../../web/pages/dashboard/products/badges.ts';

const plain: MarkedRow = {
  sB20: false,
  providerExclusive1: false,
  providerExclusive2: null,
  coMarketing: false,
  coMarketing2: null,
  sL1: true,
  sL2: null,
  stockOut1: false,
  discontinued1: false,
  stockOut2: null,
  newStockout1: false,
  newStockout2: false,
  backInStock2: false,
  alternativeGTIN: null,
};
const matched: MarkedRow = {
  ...plain,
  alternativeGTIN: '7680100000015',
  providerExclusive2: false,
  coMarketing2: false,
  sL2: true,
  stockOut2: false,
};
const kinds = (badges: { kind: string }[]) => badges.map(({ kind }) => kind);

test('a plain article and a plain alternative have no badges', () => {
  expect(productBadges(plain, false)).toEqual([]);
  expect(productBadges(matched, false)).toEqual([]);
  expect(alternativeBadges(plain)).toEqual([]);
  expect(alternativeBadges(matched)).toEqual([]);
});

test('an article shows its own marks', () => {
  const marked = {
    ...plain,
    sB20: true,
    providerExclusive1: true,
    coMarketing: true,
    stockOut1: true,
    discontinued1: true,
    newStockout1: true,
  };
  expect(kinds(productBadges(marked, false))).toEqual([
    'discontinued',
    'undeliverable',
    'newStockout',
    'sb20',
    'exclusive',
    'coMarketing',
  ]);
});

test('an alternative shows its own marks', () => {
  const marked = {
    ...matched,
    stockOut2: true,
    newStockout2: true,
    providerExclusive2: true,
    coMarketing2: true,
    backInStock2: true,
    sL2: false,
  };
  expect(kinds(alternativeBadges(marked))).toEqual([
    'undeliverable',
    'newStockout',
    'backInStock',
    'exclusive',
    'coMarketing',
    'slLost',
  ]);
});

test('from SL to non-SL needs a product on the list and an alternative that is not', () => {
  expect(kinds(alternativeBadges({ ...matched, sL1: true, sL2: false }))).toEqual(['slLost']);
  expect(alternativeBadges({ ...matched, sL1: false, sL2: false })).toEqual([]);
  expect(alternativeBadges({ ...matched, sL1: false, sL2: true })).toEqual([]);
});

test('with the column of alternatives hidden a badge leads to the alternative', () => {
  expect(kinds(productBadges(matched, true))).toEqual(['alternative']);
  expect(productBadges(plain, true)).toEqual([]);
});
