import { afterEach, expect, test } from 'vitest';
import { gtin, type OpenWorld, openWorld } from '#tests/support/world.ts';

const competitor = gtin('768000000001');
const provider = gtin('768000000002');

let world: OpenWorld | undefined;
afterEach(() => world?.close());

test('a catalogue in which no product has a manufacturer, molecule or ATC code can be opened', async () => {
  world = await openWorld({
    products: [{ gtin: competitor, ex_factory_price: '2.50' }],
    lines: [{ gtin: competitor, quantity: 2 }],
  });
  expect(await world.view('summary')).toMatchObject({
    turnoverTotal: 5,
    numberOfArticles: 1,
    numberOfPharmaArticles: 0,
    totalManufacturer: 0,
    totalMolecules: 0,
  });
  expect(await world.view('manufacturers')).toEqual([]);
});

test('2^40 packs at the highest price are summed exactly', async () => {
  world = await openWorld({
    products: [
      {
        gtin: competitor,
        manufacturer: 'Other AG',
        ex_factory_price: '99999999.99',
        public_price: '99999999.99',
      },
      { gtin: provider, manufacturer: 'Provider AG', ex_factory_price: '99999999.99' },
    ],
    alternatives: [{ gtin: competitor, alternative: provider }],
    lines: [{ gtin: competitor, quantity: 2 ** 40 }],
  });
  const [sums] = await world.sql(
    'select ex_factory_sum::varchar as e, public_sum::varchar as p, turnover_potential::varchar as t from assortment',
  );
  // 1,099,511,627,776 × 100,000,000 − 1,099,511,627,776 × 0.01
  const exactly = '109951162766604883722.24';
  expect(sums).toEqual({ e: exactly, p: exactly, t: exactly });
});

test('a potential beyond what a double holds is exact to the centime', async () => {
  world = await openWorld({
    products: [
      { gtin: competitor, manufacturer: 'Other AG', pack_size: '3', unit: 'Stk' },
      {
        gtin: provider,
        manufacturer: 'Provider AG',
        pack_size: '2',
        unit: 'Stk',
        ex_factory_price: '100000.01',
      },
    ],
    alternatives: [{ gtin: competitor, alternative: provider }],
    lines: [{ gtin: competitor, quantity: 1_000_000_000_001 }],
  });
  const [sum] = await world.sql('select turnover_potential::varchar as potential from assortment');
  // 1,000,000,000,001 × 1.5 × 100,000.01 = 150,000,015,000,150,000.015, half up
  expect(sum).toEqual({ potential: '150000015000150000.02' });
});

test('what the newest stock-out leaves open is not filled in from an older one', async () => {
  world = await openWorld({
    products: [{ gtin: competitor }],
    stockouts: [
      {
        gtin: competitor,
        reported_on: '2025-01-01',
        updated_on: '2025-02-01',
        status: 'contingent',
        expected_delivery: '2025-03-01',
        comment: 'half',
        back_in_stock_on: '2025-03-05',
      },
      { gtin: competitor, reported_on: '2026-01-01' },
    ],
    lines: [{ gtin: competitor, quantity: 1 }],
  });
  expect(
    await world.sql(
      `select stocked_out, reported_on::varchar as reported, updated_on, status, expected_delivery, comment,
         back_in_stock_on from deliverability`,
    ),
  ).toEqual([
    {
      stocked_out: true,
      reported: '2026-01-01',
      updated_on: null,
      status: null,
      expected_delivery: null,
      comment: null,
      back_in_stock_on: null,
    },
  ]);
});
