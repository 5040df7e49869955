import { expect, test } from 'vitest';
import {
  columnsChoice,
  joinColumns,
  splitColumns,
} from '../../../../web/pages/dashboard/products/column-options.ts';
import { shownColumns } from '../../../../web/pages/dashboard/products/table-columns.ts';

const fields = (text: string) => shownColumns(splitColumns(text)).map(({ field }) => field);

test('alternatives, existing quantity, quantity and what the customer gains are shown at first; codes and prices are not', () => {
  expect(fields(columnsChoice.parse(undefined))).toEqual([
    'productName',
    'qtySum1',
    'alternativeProductName',
    'qtySum2',
    'turnoverPotential',
    'customersGain',
  ]);
});

test('no option at all leaves name and potential, and an address can say so', () => {
  expect(joinColumns([])).toBe('none');
  expect(fields(columnsChoice.parse('none'))).toEqual(['productName', 'turnoverPotential']);
});

test('an address names columns in any order, and unknown ones are passed over', () => {
  expect(columnsChoice.parse('quantity.gtin.colour')).toBe('gtin.quantity');
});

test('codes of the alternative come with both their options', () => {
  expect(fields('gtin.pharmacode')).toEqual(['productName', 'gtin', 'pharmacode1', 'turnoverPotential']);
  expect(fields('gtin.alternative')).toEqual([
    'productName',
    'gtin',
    'alternativeProductName',
    'alternativeGTIN',
    'turnoverPotential',
  ]);
});
