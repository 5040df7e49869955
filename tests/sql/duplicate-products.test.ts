import { afterAll, beforeAll, expect, test } from 'vitest';
import { packs, pharmacy } from '#tests/support/pharmacy.ts';
import { type OpenWorld, openWorld } from '#tests/support/world.ts';

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(pharmacy);
});
afterAll(() => world.close());

const prilor = { gtiN2: packs.p2, description2: 'Prilor 10 mg 28', qty2: 0, efPreis2: 8, pPreis2: 15 };
const sandolol = { gtiN2: packs.p1, description2: 'Sandolol 50 mg 30', qty2: 10, efPreis2: 6, pPreis2: 12 };

test('each competitor stands beside the product it doubles, sets by name, largest potential first', async () => {
  expect(await world.view('duplicate_products')).toEqual([
    {
      gtiN1: packs.brufen,
      description1: 'Brufen 400 mg 50',
      qty1: 2,
      efPreis1: null,
      pPreis1: null,
      turnoverPotential: 10,
      gtiN2: packs.p3,
      description2: 'Ibupro 400 mg 50',
      qty2: 1,
      efPreis2: 5,
      pPreis2: null,
    },
    {
      gtiN1: packs.triatec,
      description1: 'Triatec 10 mg 30',
      qty1: 7,
      efPreis1: 9.99,
      pPreis1: null,
      turnoverPotential: 60,
      ...prilor,
    },
    {
      gtiN1: packs.ramiGen,
      description1: 'Rami-Gen 10 mg 28',
      qty1: 1,
      efPreis1: 4,
      pPreis1: 8,
      turnoverPotential: 8,
      ...prilor,
    },
    {
      gtiN1: packs.beloc,
      description1: 'Beloc 50 mg 60',
      qty1: 4,
      efPreis1: 10,
      pPreis1: 20,
      turnoverPotential: 48,
      ...sandolol,
    },
    {
      gtiN1: packs.metoGen,
      description1: 'Meto-Gen 50 mg 30',
      qty1: 3,
      efPreis1: 5.5,
      pPreis1: 11,
      turnoverPotential: 18,
      ...sandolol,
    },
  ]);
});

test("totals count the provider's packs once per product", async () => {
  expect(await world.view('duplicate_products/totals')).toEqual({
    rowCount: 5,
    sets: 3,
    articles: 7,
    qty1: 17,
    qty2: 11,
    turnoverPotential: 144,
  });
});

test('are searched by the names and numbers of both, and sorted by what the sets are worth', async () => {
  const names = async (parameters: Record<string, string>) =>
    (await world.view('duplicate_products', parameters)).map(({ description1 }) => description1);
  expect(await names({ find: 'SANDOLOL' })).toEqual(['Beloc 50 mg 60', 'Meto-Gen 50 mg 30']);
  expect(await names({ find: 'béloc 60' })).toEqual(['Beloc 50 mg 60']);
  expect(await names({ find: 'nothing' })).toEqual([]);
  expect(await world.view('duplicate_products/totals', { find: 'Beloc' })).toEqual({
    rowCount: 1,
    sets: 1,
    articles: 1,
    qty1: 4,
    qty2: 10,
    turnoverPotential: 48,
  });
  // p2 68.00 (Triatec 60, Rami-Gen 8), p1 66.00 (Beloc 48, Meto-Gen 18), p3 10.00
  expect(await names({ sortBy: 'turnoverPotential' })).toEqual([
    'Triatec 10 mg 30',
    'Rami-Gen 10 mg 28',
    'Beloc 50 mg 60',
    'Meto-Gen 50 mg 30',
    'Brufen 400 mg 50',
  ]);
});

test('one competitor of a product that is not bought doubles nothing', async () => {
  const single = await openWorld({ ...pharmacy, lines: [{ gtin: packs.beloc, quantity: 1 }] });
  expect(await single.view('duplicate_products')).toEqual([]);
  expect(await single.view('duplicate_products/totals')).toEqual({
    rowCount: 0,
    sets: 0,
    articles: 0,
    qty1: 0,
    qty2: 0,
    turnoverPotential: 0,
  });
  await single.close();
});
