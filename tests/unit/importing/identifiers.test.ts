import { describe, expect, test } from 'vitest';
import {
  CASE,
  CHECK_DIGIT,
  DIGITS_LOST,
  GTIN,
  IdentifierReader,
  identify,
  NONE,
  PHARMACODE,
  UNREADABLE,
} from '#server/workbooks/values/identifiers.ts';

/** 7680546372163: 7+6·3+8+0·3+5+4·3+6+3·3+7+2·3+1+6·3+3 = 100. */
const ACCUPAQUE = '7680546372163';

function read(text: string): [number, string] {
  const reader = new IdentifierReader();
  const bytes = Buffer.from(`x${text}x`);
  const shape = reader.read(bytes, 1, bytes.length - 1);
  const digits = shape === GTIN ? 13 : shape === PHARMACODE ? 7 : 0;
  return [shape, Buffer.from(reader.digits.subarray(0, digits)).toString()];
}

describe('a GTIN', () => {
  test.each([
    ACCUPAQUE,
    '07680546372163',
    '000007680546372163',
    '7680 54637 216 3',
    ' 7680546372163\u00a0',
    '7680\u202f546\u2009372163',
    "'7680546372163",
    '"7680546372163"',
    '="7680546372163"',
    '7680’546’372’163',
    "7'680'546'372'163",
    '7680-54637-216-3',
    '7680.54637.216.3',
    '7680546372163.0',
    '7680546372163,00',
    '7680546372163.0001',
    '7.680546372163E12',
    '7.680546372163E+12',
    '7,680546372163e+12',
    '7.6805463721630000E+12',
    'GTIN: 7680546372163',
    'EAN 7680546372163',
    '\u200b7680546372163\ufeff',
    '\u202d7680546372163\u202c',
    '\u20667680\u00ad546372163\u2069',
    '\u00a07680\u202f546\u2009372163\u2060',
  ])('is read from %j', (text) => {
    expect(read(text)).toEqual([GTIN, ACCUPAQUE]);
  });

  test('keeps a leading zero that is part of it', () => {
    expect(read('0012345678905')).toEqual([GTIN, '0012345678905']);
  });

  test('that ends in a zero may lack it in scientific notation', () => {
    // 7680659400050: 7+8+6+9 and three times 6+0+5+4+0+5 make 90.
    expect(read('7.68065940005E12')).toEqual([GTIN, '7680659400050']);
  });

  test.each(['7680546372164', '07680546372164', '6780546372163', '7.680546372164E12', '17680546372163'])(
    'with a wrong check digit, %s, is none',
    (text) => {
      expect(read(text)[0]).toBe(text.startsWith('1') ? UNREADABLE : CHECK_DIGIT);
    },
  );

  test.each(['7.68054E+12', '7.68055E+12', '7,68E+12', '8E12', '7.680546E12'])(
    'that has lost digits, %s, is none',
    (text) => {
      expect(read(text)).toEqual([DIGITS_LOST, '']);
    },
  );
});

describe('a Pharmacode', () => {
  test.each([
    ['1234567', '1234567'],
    ['607699', '0607699'],
    ['1', '0000001'],
    ['0607699', '0607699'],
    ['607699.0', '0607699'],
    ['607 699', '0607699'],
    ["607'699", '0607699'],
    ['="0607699"', '0607699'],
    ['6.07699E5', '0607699'],
    ['000000000000607699', '0607699'],
    ['PhCode 607699', '0607699'],
  ])('is read from %j', (text, digits) => {
    expect(read(text)).toEqual([PHARMACODE, digits]);
  });
});

describe('what a scanner sends', () => {
  const CASE_OF_IT = '17680546372160';
  test.each([
    `(01)0${ACCUPAQUE}(17)271231(10)A1234`,
    `(17)271231(10)A1234(01)0${ACCUPAQUE}`,
    `010${ACCUPAQUE}1727123110A1234`,
    `]d2010${ACCUPAQUE}1727123110A1234\u001d21998877`,
    `]C1010${ACCUPAQUE}`,
    `17271231010${ACCUPAQUE}`,
    `10A1234\u001d010${ACCUPAQUE}17271231`,
    `21998877<GS>010${ACCUPAQUE}`,
    `(01) 0 7680546 372163 (17) 271231`,
  ])('%j is the GTIN in it', (text) => {
    expect(read(text)).toEqual([GTIN, ACCUPAQUE]);
  });

  test.each([CASE_OF_IT, `(01)${CASE_OF_IT}(10)A1`, `]d201${CASE_OF_IT}`])('%s is that of a case', (text) => {
    // 17680546372160: 3·1+7+3·6+8+3·0+5+3·4+6+3·3+7+3·2+1+3·6 = 100, so that 0 is its check digit.
    expect(read(text)[0]).toBe(CASE);
  });

  test.each([
    '(10)A1234(17)271231',
    '10A1234010768054637216317271231',
    `(02)0${ACCUPAQUE}(37)12`,
    '(01)0768054637216(17)271231',
  ])('%j names no pack', (text) => {
    expect(read(text)[0]).toBe(UNREADABLE);
  });
});

test('EAN-8 and UPC-A are GTINs where a column is one of EANs, and nothing elsewhere', () => {
  const ean = new IdentifierReader(true);
  // 96385074: 3·9+6+3·3+8+3·5+0+3·7 = 86; 012345678905: 3·(0+2+4+6+8+0)+1+3+5+7+9 = 85.
  expect(ean.readText('96385074')).toBe(GTIN);
  expect(Buffer.from(ean.digits).toString()).toBe('0000096385074');
  for (const upc of ['012345678905', '12345678905', '12345678905.0']) {
    expect(ean.readText(upc)).toBe(GTIN);
    expect(Buffer.from(ean.digits).toString()).toBe('0012345678905');
  }
  for (const other of ['96385075', '012345678906', '123456785', '0096385074'])
    expect(ean.readText(other)).toBe(UNREADABLE);
  for (const text of ['96385074', '012345678905', '12345678905'])
    expect(identify(text).shape).toBe(UNREADABLE);
});

test.each(['', ' ', '\u00a0', '0', '0000000', "'", '""'])('%j is no identifier at all', (text) => {
  expect(read(text)[0]).toBe(NONE);
});

test.each([
  'n/a',
  '#N/A',
  '12345678',
  '123456789012',
  '76805463721633',
  '123456789012345',
  '-',
  '12a4567',
  '1.5',
  '-1234567',
  '１２３４５６７',
  '1e400',
  'TRUE',
])('%s is unreadable', (text) => {
  expect(read(text)[0]).toBe(UNREADABLE);
});

test('bytes and text give the same answer', () => {
  for (const text of [ACCUPAQUE, '7680546372164', '607699', 'x', '7.68E12', '76805463721']) {
    expect(read(text)[0]).toBe(identify(text).shape);
  }
});
