import { expect, test } from 'vitest';
import { packsOf, parseFraction, selectedOf, writeFraction } from '#shared/cart-quantity.ts';
import { isMailAddress } from '../../../../web/pages/dashboard/cart/orders/order-queries.ts';
import {
  decimalOf,
  mostPacks,
  readMultiplier,
  readPacks,
  roundingOf,
  selectedOfAvailable,
  selectedOfPacks,
  writeMultiplier,
} from '../../../../web/pages/dashboard/cart/quantity.ts';

test('typed packs come back as typed through the decimal that is sent, whatever the multiplier', () => {
  for (const multiplier of ['1', '1/12', '12/7', '7/10', '1/1000', '120', '333/1000']) {
    for (const packs of [1, 2, 3, 7, 99, 1234]) {
      const selected = selectedOfPacks(packs, multiplier);
      const read = selectedOf(decimalOf(selected), parseFraction(multiplier));
      expect(writeFraction(read), `${packs} × ${multiplier}`).toBe(selected);
      expect(packsOf(read, parseFraction(multiplier))).toBe(packs);
    }
  }
});

test.each([
  ['', 0],
  [' 12 ', 12],
  ["1'200", 1200],
  ['99999', 99_999],
  ['100000', null],
  ['99999999', null],
  ['-5', null],
  ['2.5', null],
  ['1.000', null],
  ['1e3', null],
  ['x3y', null],
])('%s typed is %s packs', (text, packs) => {
  expect(readPacks(text)).toBe(packs);
});

test.each([
  ['0', '0'],
  ['12', '12'],
  ['35/12', '2.9166666666666666666666666'],
  ['1/8', '0.125'],
])('%s is written %s', (exact, decimal) => {
  expect(decimalOf(exact)).toBe(decimal);
});

test('no more packs are taken than the API can hold at the usual multipliers', () => {
  expect(decimalOf(selectedOfPacks(mostPacks, '1/12'))).toMatch(/^\d{1,7}(\.\d{1,25})?$/);
});

test('what is available is selected to four decimals', () => {
  expect(selectedOfAvailable(8.3333)).toBe('83333/10000');
  expect(selectedOfAvailable(12)).toBe('12');
});

test.each([
  ['50', '1/6', '8.33 → 8'],
  ['51', '1/6', '8.50 → 9'],
  ['48', '1/6', null],
  ['0', '1/6', null],
])('%s selected × %s is rounded as %s', (selected, multiplier, text) => {
  expect(roundingOf(selected, multiplier)).toBe(text);
});

test.each([
  ['0.5', 0.5],
  ['0,25', 0.25],
  [' 12 ', 12],
  ['120', 120],
  ['120.001', null],
  ['0', null],
  ['0.0001', null],
  ['-1', null],
  ['1e2', null],
  ['', null],
])('the factor "%s" is read as %s', (text, factor) => {
  expect(readMultiplier(text)).toBe(factor);
});

test('a factor is written with three decimals at most', () => {
  expect([1, 0.25, 1 / 6].map(writeMultiplier)).toEqual(['1', '0.25', '0.167']);
});

test.each([
  ['transfer@grossist.example', true],
  ['Tel. 041 000 00 00', false],
  ['https://shop.grossist.example', false],
  ['a@b.example, c@d.example', false],
  ['Einkauf <a@b.example>', false],
  ['', false],
])('the contact "%s" is a mail address: %s', (contact, is) => {
  expect(isMailAddress(contact)).toBe(is);
});
