import { afterAll, beforeAll, expect, test } from 'vitest';
import { gtin, type OpenWorld, openWorld } from '../support/world.ts';

let world: OpenWorld;

const id = (index: number) => gtin(`7680000002${String(index).padStart(2, '0')}`);

beforeAll(async () => {
  world = await openWorld({
    products: [
      {
        gtin: id(1),
        manufacturer: 'Zürich AG',
        atc: 'C09AA05',
        molecule: 'ramiprilum',
        origin: 'original',
        sb20: 'true',
        ex_factory_price: '20',
        public_price: '30',
      },
      {
        gtin: id(2),
        manufacturer: 'Ärzte AG',
        atc: 'C07AB07',
        molecule: 'bisoprololum',
        origin: 'generic',
        ex_factory_price: '4',
        public_price: '8',
      },
      {
        gtin: id(3),
        manufacturer: 'Provider AG',
        atc: 'C09AA05',
        molecule: 'ramiprilum',
        origin: 'generic',
        ex_factory_price: '10',
        public_price: '15',
      },
      {
        gtin: id(4),
        manufacturer: 'Bern AG',
        atc: 'A02BC01',
        molecule: 'omeprazolum',
        origin: 'generic',
        ex_factory_price: '6',
      },
      { gtin: id(5), manufacturer: 'Bern AG', ex_factory_price: '2', public_price: '2.5' },
      { gtin: id(6), atc: 'N02BE01' },
    ],
    alternatives: [{ gtin: id(1), alternative: id(3) }],
    lines: [
      { gtin: id(1), quantity: 1 },
      { gtin: id(2), quantity: 10 },
      { gtin: id(3), quantity: 2 },
      { gtin: id(4), quantity: 5 },
      { gtin: id(5), quantity: 3 },
      { gtin: id(6), quantity: 1 },
      { gtin: gtin('768099999999'), quantity: 4 },
    ],
  });
});
afterAll(() => world.close());

const row = (
  name: string,
  count: number,
  qtySum: number,
  efPreisSum: number,
  pPreisSum: number,
  turnoverPotential: number,
) => ({
  name,
  count,
  qtySum,
  efPreisSum,
  pPreisSum,
  turnoverPotential,
});

async function rowsOf(view: string, parameters: Record<string, unknown>) {
  const rows = await world.view(view, parameters);
  return rows.map(({ atcCategory, manufacturerName, ...figures }) => ({
    name: atcCategory ?? manufacturerName,
    ...figures,
  }));
}

const cardio = row('C', 3, 13, 80, 140, 10);
const alimentary = row('A', 1, 5, 30, 0, 0);
const nervous = row('N', 1, 1, 0, 0, 0);

test('ATC groups are by default all, by potential, ties by group; articles without ATC are in none', async () => {
  expect(await rowsOf('atc', {})).toEqual([cardio, alimentary, nervous]);
});

test('ATC groups of the provider are of its own products, those of its alternatives of what it could replace', async () => {
  expect(await rowsOf('atc', { type: 'provider' })).toEqual([row('C', 1, 2, 20, 30, 0)]);
  expect(await rowsOf('atc', { type: 'provider_alternative' })).toEqual([row('C', 1, 1, 20, 30, 10)]);
});

const zurich = row('Zürich AG', 1, 1, 20, 30, 10);
const arzte = row('Ärzte AG', 1, 10, 40, 80, 0);
const own = row('Provider AG', 1, 2, 20, 30, 0);
const bern = row('Bern AG', 2, 8, 36, 7.5, 0);

test.each([
  ['turnoverPotential', [zurich, arzte, bern, own]],
  ['count', [bern, arzte, own, zurich]],
  ['qtySum', [arzte, bern, own, zurich]],
  ['efPreisSum', [arzte, bern, own, zurich]],
  ['pPreisSum', [arzte, own, zurich, bern]],
])('manufacturers sort by %s descending, ties by name as German sorts it', async (sortBy, expected) => {
  expect(await rowsOf('manufacturers', { sortBy })).toEqual(expected);
});

test('general options narrow each other, types and molecules widen within themselves, groups narrow each other', async () => {
  const names = async (parameters: Record<string, unknown>) =>
    (await rowsOf('manufacturers', { sortBy: 'count', ...parameters })).map(({ name }) => name);
  expect(await names({ general: 'match' })).toEqual(['Zürich AG']);
  expect(await names({ general: ['match', 'sb20'] })).toEqual(['Zürich AG']);
  expect(await names({ type: 'original' })).toEqual(['Zürich AG']);
  expect(await names({ type: ['original', 'others'] })).toEqual(['Bern AG', 'Zürich AG']);
  expect(await names({ molecule: ['ramiprilum', 'omeprazolum'] })).toEqual([
    'Bern AG',
    'Provider AG',
    'Zürich AG',
  ]);
  expect(await names({ type: 'generika', molecule: ['ramiprilum', 'omeprazolum'] })).toEqual([
    'Bern AG',
    'Provider AG',
  ]);
  expect(await names({ general: 'match', type: 'generika' })).toEqual([]);
});
