import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packSizeOf } from '#server/reference-data/sources/pack-size.ts';

describe('texts of the list of authorised packs', () => {
  test.each([
    ['30', 'Tablette(n)', '30'],
    ['0,5', 'ml', '0.5'],
    ['17.5', 'g', '17.5'],
    ['10 x 1000', 'ml', '10000'],
    ['10X2.5', 'ml', '25'],
    ['30 zu 0.6', 'g', '18'],
    ['10 x 10 ml', 'Ampulle(n)', '10'],
    ['10 x  2 mL', 'Ampulle(n)', '10'],
    ['8 à 1ml', 'Ampulle(n)', '8'],
    ['5 x 5 x 4 ml', 'Ampulle(n)', '25'],
    ['10 x 1 x 50', 'ml', '500'],
    ['2 x 7', 'Ampulle(n)', '14'],
    ['1 x 250mg/5ml', 'Durchstechflasche(n)', '1'],
    ['30 ml', 'Flasche(n)', '1'],
    ['10 x 5 ml', 'ml', '50'],
    ['10 Amp', 'Ampulle(n)', '10'],
    ['180 (2x90)', 'Tablette(n)', '180'],
    ['180 (2 x 90 Tabletten)', 'Tablette(n)', '180'],
    ["1'000", 'Tablette(n)', '1000'],
  ])('%s of %s is %s', (text, unit, size) => {
    expect(packSizeOf(text, unit)).toBe(size);
  });

  test.each([
    ['28 + 28', 'Tablette(n)'],
    ['1 + 1', 'Durchstechflasche(n)'],
    ['1 x (14 + 14)', 'Ampulle(n)'],
    ['180 (2x80)', 'Tablette(n)'],
    ['1 (120)', 'Inhalationen'],
    ['0.5 - 10', 'ml'],
    ['1 bis 4', 'Durchstechflasche(n)'],
    ['500/1200', 'I.E.'],
    ['10 x 5 ml', 'g'],
    ['2 x 7 Patches', 'Pflaster'],
    ['Tank', 'Standtank als Fertigarzneimittel'],
    ['', 'Set'],
    ['0', 'Tablette(n)'],
    ['20 x 250 in 500', 'ml'],
  ])('%s of %s says no size', (text, unit) => {
    expect(packSizeOf(text, unit)).toBe('');
  });
});

const count = fc.integer({ min: 1, max: 999 });
const container = fc.constantFrom('Ampulle(n)', 'Flasche(n)', 'Beutel', 'Fertigspritze(n)');
const measure = fc.constantFrom('ml', 'g', 'mg', 'l');

test('what a container holds never changes how many there are', () => {
  fc.assert(
    fc.property(count, count, measure, container, (n, amount, inner, unit) => {
      expect(packSizeOf(`${n} x ${amount} ${inner}`, unit)).toBe(packSizeOf(`${n}`, unit));
    }),
  );
});

test('factors of one measure multiply in whichever order', () => {
  fc.assert(
    fc.property(count, count, measure, (n, amount, unit) => {
      expect(packSizeOf(`${n} x ${amount}`, unit)).toBe(String(n * amount));
      expect(packSizeOf(`${amount} x ${n} ${unit}`, unit)).toBe(String(n * amount));
    }),
  );
});

test('whatever a text says, the size is a decimal number that the catalogue keeps, or nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, unit) => {
      expect(packSizeOf(text, unit)).toMatch(/^$|^\d{1,9}(\.\d{1,3})?$/);
    }),
  );
  const piece = fc.constantFrom('1', '20', '0,5', 'x', ' ', '(', ')', 'ml', '+', '-', 'à', 'Stk', '.', '/');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(packSizeOf(pieces.join(''), 'ml')).toMatch(/^$|^\d{1,9}(\.\d{1,3})?$/);
    }),
  );
});
