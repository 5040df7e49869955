import { describe, expect, test } from 'vitest';
import { atc } from '#analytics/views/atc.ts';
import { manufacturers } from '#analytics/views/manufacturers.ts';
import { molecule } from '#analytics/views/molecule.ts';
import { product } from '#analytics/views/product.ts';
import { groupingNames } from '#shared/groupings.ts';
import {
  countFilters,
  filterOffer,
  filtersOf,
  toggled,
} from '../../../web/pages/dashboard/filter/filter-offer.ts';

const optionsOf = (schema: Parameters<typeof filterOffer>[0]) =>
  filterOffer(schema).options.map(({ value }) => value);

describe('the filters that a page offers', () => {
  test('are for manufacturers match, sb20, the origins and molecules', () => {
    expect(optionsOf(manufacturers.parameters)).toEqual(['match', 'sb20', 'generika', 'original', 'others']);
    expect(filterOffer(manufacturers.parameters).groups).toEqual(['molecule']);
  });

  test('are for molecules eight options, ATC and manufacturers', () => {
    expect(optionsOf(molecule.parameters).sort()).toEqual(
      ['available_match', 'co', 'generika', 'match', 'original', 'others', 'sb20', 'stock_out'].sort(),
    );
    expect(filterOffer(molecule.parameters).groups).toEqual(['atc', 'manufacturer']);
  });

  test('are for products twelve options and all lists', () => {
    expect(optionsOf(product.parameters)).toHaveLength(12);
    expect(filterOffer(product.parameters).groups).toEqual([
      ...new Set(['molecule', 'atc', 'manufacturer', ...groupingNames]),
      'focusGroup',
    ]);
  });

  test('are none for ATC groups, whose type is a single choice', () => {
    expect(filterOffer(atc.parameters)).toEqual({ options: [], groups: [] });
  });

  test('leave the order and columns of a page out', () => {
    const offer = filterOffer(manufacturers.parameters);
    const choice = { general: ['match'], type: [], molecule: ['x', 'y'], sortBy: 'count', columns: ['gtin'] };
    const filters = filtersOf(choice, offer);
    expect(filters).toEqual({ general: ['match'], type: [], molecule: ['x', 'y'] });
    expect(countFilters(filters)).toBe(3);
  });

  test('are chosen and dropped by the same step', () => {
    const once = toggled({ general: ['match'] }, 'molecule', 'x');
    expect(once).toEqual({ general: ['match'], molecule: ['x'] });
    expect(toggled(once, 'molecule', 'x')).toEqual({ general: ['match'], molecule: [] });
  });
});
