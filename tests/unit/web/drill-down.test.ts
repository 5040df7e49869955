import { expect, test } from 'vitest';
import { behindAtcGroup, toProducts } from '../../../web/pages/dashboard/drill-down.ts';
import { trailSteps } from '../../../web/pages/dashboard/layout/trail-steps.ts';

test('a manufacturer leads to its articles among those that the list was filtered by', () => {
  expect(toProducts({ general: ['match'], molecule: ['x'] }, { manufacturer: ['Firma AG'] })).toEqual({
    path: 'products',
    choices: { general: ['match'], molecule: ['x'], manufacturer: ['Firma AG'] },
  });
});

test('an ATC group leads to its molecules, of the articles that the page was about', () => {
  expect(behindAtcGroup('C', 'all')).toEqual({ path: 'molecules', choices: { atc: ['C'], general: [] } });
  expect(behindAtcGroup('C', 'provider_alternative').choices).toEqual({ atc: ['C'], general: ['match'] });
  expect(behindAtcGroup('C', 'provider')).toEqual({
    path: 'products',
    choices: { atc: ['C'], behind: ['provider'] },
  });
});

test('the way back goes from products to the molecules of the group, and from there to the groups', () => {
  expect(trailSteps('products', { atc: ['C'], molecule: ['Amlodipinum'] })).toEqual([
    { path: 'atc', choices: {}, group: 'atc', value: 'C' },
    { path: 'molecules', choices: { atc: ['C'] }, group: 'molecule', value: 'Amlodipinum' },
  ]);
  expect(trailSteps('molecules', { atc: ['C'] }).map(({ path }) => path)).toEqual(['atc']);
  expect(trailSteps('products', { manufacturer: ['Firma AG'] }).map(({ path }) => path)).toEqual([
    'top_manufacturers',
  ]);
});

test('a choice of several is no way that led here', () => {
  expect(trailSteps('products', { atc: ['C', 'N'], molecule: [], manufacturer: ['a', 'b'] })).toEqual([]);
  expect(trailSteps('top_manufacturers', { molecule: ['x'] })).toEqual([]);
});
