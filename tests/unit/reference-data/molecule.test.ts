import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moleculeOf } from '#server/reference-data/sources/molecule.ts';

test.each([
  ['valsartanum, amlodipinum', 'amlodipinum, valsartanum'],
  ['amlodipinum,  Valsartanum ', 'amlodipinum, Valsartanum'],
  [
    'papaveris flos (Papaver rhoeas L., flos), absinthii herba (Artemisia absinthium L., herba)',
    'absinthii herba (Artemisia absinthium L., herba), papaveris flos (Papaver rhoeas L., flos)',
  ],
  ['lidocainum, alcohol 2,4-dichlorobenzylicus', 'alcohol 2,4-dichlorobenzylicus, lidocainum'],
  ['virus (Stamm: Jeryl Lynn (Level B), x), a', 'a, virus (Stamm: Jeryl Lynn (Level B), x)'],
  ['b (nie geschlossen, a', 'a, b (nie geschlossen'],
  ['b, extractum (Viscum L.)), a', 'a, b, extractum (Viscum L.))'],
  ['a, a', 'a'],
  ['a, B, b, A', 'A, B'],
  ['', ''],
])('%s is %s', (written, molecule) => {
  expect(moleculeOf(written)).toBe(molecule);
});

const name = fc.stringMatching(/^[a-z]{3,12}( [a-z]{3,9})?( \([A-Z][a-z]+ L\., [a-z]+\))?$/);

test('substances are one molecule in whichever order they are written', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 5 }),
      (names, by) => {
        const turned = [...names.slice(by % names.length), ...names.slice(0, by % names.length)];
        expect(moleculeOf(turned.join(', '))).toBe(moleculeOf(names.join(',')));
      },
    ),
  );
});

test('a molecule read again is itself', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(moleculeOf(moleculeOf(text))).toBe(moleculeOf(text));
    }),
  );
});
