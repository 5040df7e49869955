import { expect, test } from 'vitest';
import { isList, readCode, readList } from '../../../../web/pages/dashboard/cart/entry/codes.ts';

// 7+3·6+8+3·0+1+3·2+3+3·4+5+3·6+7+3·8 = 109; 109 + 1 = 110.
const gtin = '7680123456781';

test.each([
  [gtin, { gtin }],
  [`0${gtin}`, { gtin }],
  ['7680 1234 5678 1', { gtin }],
  // GS1 DataMatrix: GTIN, expiry date, batch.
  [`010${gtin}17270331`, { gtin }],
  [`010${gtin}`, { gtin }],
  // As scanners send it: with the symbology before, a batch of letters and digits, and brackets.
  [`]d2010${gtin}1727033110BX1234567`, { gtin }],
  [`(01)0${gtin}(17)270331`, { gtin }],
  ['01076801234567821727033110BX1234567', null],
  ['BX1234567', null],
  ['7680123456782', null],
  ['1234567', { pharmacode: '1234567' }],
  ['12345', { pharmacode: '0012345' }],
  ['0', null],
  ['12345678', null],
  ['7.68012E+12', null],
  ['GTIN', null],
  ['', null],
])('the code "%s" is %o', (text, code) => {
  expect(readCode(text)).toEqual(code);
});

test.each([
  [`${gtin}\t12`, 12],
  [`${gtin};12`, 12],
  [`${gtin} 12`, 12],
  [`${gtin}\t1'200`, 1200],
  [`${gtin}\t1’200`, 1200],
  [`${gtin}\t12.0`, 12],
  [`${gtin}\t12,00`, 12],
  [`${gtin}\t0`, 0],
])('the line %j asks for %i packs', (line, packs) => {
  expect(readList(line)).toEqual([{ text: line, code: { gtin }, packs }]);
});

test.each([
  [gtin, 'columns'],
  [`${gtin}\t12\t13`, 'columns'],
  ['Menge\t12', 'code'],
  [`${gtin}\t2.5`, 'packs'],
  // A thousand, or one to three decimals: nobody can tell.
  [`${gtin}\t1.000`, 'packs'],
  [`${gtin}\t1,000`, 'packs'],
  [`${gtin}\t-3`, 'packs'],
  [`${gtin}\tviele`, 'packs'],
  [`${gtin}\t100000`, 'tooMany'],
  [`${gtin}\t9999999`, 'tooMany'],
])('the line %j does not fit: %s', (line, unfit) => {
  expect(readList(line)).toEqual([{ text: line, unfit }]);
});

test('every line of a list is told of, in its order, and empty ones are none', () => {
  expect(readList(`GTIN\tPackungen\r\n\r\n${gtin}\t3\n`)).toHaveLength(2);
});

test('a single value is no list', () => {
  expect(isList(`${gtin}\n`)).toBe(false);
  expect(isList('12')).toBe(false);
  expect(isList(`${gtin}\t3`)).toBe(true);
  expect(isList(`${gtin};3`)).toBe(true);
});

test('invisible characters around a code or a quantity are not part of it', () => {
  expect(readCode('\u202a7680546372163\u202c')).toEqual({ gtin: '7680546372163' });
  expect(readList('\ufeff60769\t\u20661\u00a0200\u2069')).toMatchObject([
    { code: { pharmacode: '0060769' }, packs: 1200 },
  ]);
});
