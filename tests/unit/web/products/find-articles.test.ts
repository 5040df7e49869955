import { expect, test } from 'vitest';
import { findArticles } from '../../../../web/pages/dashboard/products/find-articles.ts';
import { articles } from './articles.ts';

const list = articles({
  productName: ['Béloc Zok 50 mg', 'Sandolol 50 mg', null],
  gtin: ['7680200000015', null, '7680999999993'],
  pharmacode1: ['2000001', '0000123', null],
});

test.each([
  ['beloc', [0]],
  ['BÉLOC', [0]],
  ['50 mg', [0, 1]],
  ['mg sandolol', [1]],
  ['76802', [0]],
  ['0000123', [1]],
  ['7680999999993', [2]],
  ['humira', []],
  ['null', []],
])('"%s" is found in rows %j', (text, rows) => {
  expect(findArticles(list, text)).toEqual(rows);
});

test('without words nothing is looked for', () => {
  expect(findArticles(list, '')).toBeNull();
  expect(findArticles(list, '  ')).toBeNull();
});

test('a word does not reach from the name into the GTIN', () => {
  expect(findArticles(list, 'mg7680')).toEqual([]);
});
