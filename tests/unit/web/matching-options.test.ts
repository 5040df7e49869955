import { expect, test } from 'vitest';
import { matchingOptions } from '../../../web/components/forms/matching-options.ts';

const options = ['Amlodipinum', 'Énalaprilum + Hydrochlorothiazidum', 'Enalaprilum', 'Zolpidemum'].map(
  (name) => ({ id: name, name, count: 1, turnoverPotential: 0 }),
);
const found = (text: string, first: string[] = []) =>
  matchingOptions(options, text, new Set(first), (option) => option.name).map(({ name }) => name);

test('an empty text finds all in their order', () => {
  expect(found(' ')).toEqual(options.map(({ name }) => name));
});

test('case and accents make no difference', () => {
  expect(found('ENALA')).toEqual(['Énalaprilum + Hydrochlorothiazidum', 'Enalaprilum']);
});

test('every word has to be in the name, in any order', () => {
  expect(found('hydro énal')).toEqual(['Énalaprilum + Hydrochlorothiazidum']);
  expect(found('hydro zol')).toEqual([]);
});

test('those that were chosen stand on top, and only if they are found', () => {
  expect(found('ilum', ['Enalaprilum', 'Zolpidemum'])).toEqual([
    'Enalaprilum',
    'Énalaprilum + Hydrochlorothiazidum',
  ]);
});
