import { expect, test } from 'vitest';
import { isLate, usualDeliveryDay } from '#shared/delivery-day.ts';
import type { CartRow } from '#shared/schemas/cart.ts';
import { badgesOf, lateRows, replacements } from '../../../../web/pages/dashboard/cart/cart-row.ts';

const day = '2026-12-01';

function row(gtin: string, packs: number, given: Partial<CartRow> = {}): CartRow {
  return {
    gtin,
    productDescription: `Product ${gtin}`,
    packs,
    selectedExact: String(packs * 2),
    availableQuantity: 8,
    stockOut: false,
    deliverability: null,
    deliverabilityWeek: false,
    nextAlternativeGTIN: null,
    nextAlternativeProductName: null,
    ...given,
  } as CartRow;
}

const today = '2026-11-24';
const missing = { stockOut: true, nextAlternativeGTIN: 'x', nextAlternativeProductName: 'Product x' };

test.each([
  [false, null, false],
  [true, null, true],
  [true, 'Q1 2027', true],
  [true, '2026-12-01', false],
  [true, '2026-12-02', true],
  // Nobody knows when, once the day has passed.
  [true, '2026-11-24', false],
  [true, '2026-11-23', true],
])('missing %s, expected %s: late %s', (stockOut, deliverability, late) => {
  expect(isLate({ stockOut, deliverability, deliverabilityWeek: false }, { day, today })).toBe(late);
});

// Today is a Tuesday, whose week ends on Sunday, 29 November.
test.each([
  ['2026-11-22', '2026-12-01', true],
  ['2026-11-23', '2026-11-28', true],
  ['2026-11-23', '2026-11-29', false],
  ['2026-11-23', '2026-12-01', false],
  ['2026-12-02', '2026-12-01', true],
  ['2026-12-02', '2026-12-02', false],
])('missing, expected in the week of %s, wanted on %s: late %s', (deliverability, day, late) => {
  const row = { stockOut: true, deliverability, deliverabilityWeek: true };
  expect(isLate(row, { day, today })).toBe(late);
});

test('late are rows of the order, whether the filter shows them or not', () => {
  const rows = [row('a', 3, missing), row('b', 0, missing), row('c', 2)];
  const hidden = [row('d', 1, missing)];
  expect(lateRows({ rows, hidden }, { day, today }).map(({ gtin }) => gtin)).toEqual(['a', 'd']);
});

test('an alternative takes the packs of all that it stands for, on top of its own, whatever the multiplier', () => {
  // Packs are half of what is selected.
  const late = [row('a', 3, missing), row('b', 4, missing), row('c', 5, { stockOut: true })];
  const chosen = replacements(late, [...late, row('x', 2)], '1/2');
  expect(
    chosen.map(({ row: { gtin, productDescription }, selected }) => [gtin, productDescription, selected]),
  ).toEqual([
    ['x', 'Product x', '18'],
    ['a', 'Product a', '0'],
    ['b', 'Product b', '0'],
  ]);
});

test('what is not ordered yet stands for what is available of it', () => {
  const none = row('a', 0, { ...missing, selectedExact: '0' });
  // 8 × 1/2 = 4 packs, which are 8 for the period.
  expect(replacements([none], [none], '1/2')).toMatchObject([{ row: { gtin: 'x' }, selected: '8' }]);
});

test('a product that will not come back is marked beside that it is not deliverable', () => {
  const kinds = (given: Partial<CartRow>) => badgesOf(row('a', 1, given)).map(({ kind }) => kind);
  expect(kinds({ stockOut: true, discontinued: true })).toEqual(['discontinued', 'undeliverable']);
  expect(kinds({ stockOut: true, discontinued: false })).toEqual(['undeliverable']);
});

test('delivery for which no day was chosen is in three days of the calendar, also where one of them has 25 hours', () => {
  expect(usualDeliveryDay('2026-11-22')).toBe('2026-11-25');
  // A Friday, before the clocks are put back in the night to Sunday.
  expect(usualDeliveryDay('2026-10-23')).toBe('2026-10-26');
});
