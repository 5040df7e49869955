import { expect, test } from 'vitest';
import { teamWorkbook } from '#server/customers/team-routes.ts';

const figures = {
  uploads: 0,
  customers: 0,
  potentialPerMonth: null,
  notDeliverable: null,
  notDeliverableReplaceable: null,
  orders: 0,
  ordersSent: 0,
  orderValue: 0,
  orderedProducts: null,
  boughtProducts: null,
  competitorProducts: null,
  turnoverPerYear: null,
  openings: 0,
};

/** The rows of the products and the words of the page about the workbook, of so many ordered products. */
function written(count: number) {
  const products = Array.from({ length: count }, (_, at) => ({
    representative: 'Anna',
    customerExternalId: '1',
    customerName: 'Apotheke',
    order: 7,
    month: '2026-01',
    gtin: String(at),
    productDescription: 'Filmtabl 20 mg 100 Stk',
    packsOrdered: 1,
    state: null,
    packsBought: null,
    turnoverPerYear: null,
    otherPacks: null,
    competitorPacks: null,
    competitorTurnoverPerYear: null,
  }));
  const team = { representatives: [], totals: figures, current: true, brought: [], products };
  const { sheets } = teamWorkbook('en', team, { from: '2026-01', to: '2026-01' }, 'Provider');
  const rows = sheets.find(({ name }) => name === 'Products')?.rows as unknown[][];
  return { rows, about: JSON.stringify(sheets.at(-2)) };
}

test('a workbook over people that lacks products of orders says so, and one that has all does not', () => {
  const all = written(50_000);
  expect(all.rows).toHaveLength(50_000);
  expect(all.about).not.toContain('Of the products');
  const some = written(50_001);
  expect(some.rows).toHaveLength(50_000);
  expect(some.rows.at(-1)).toContain('49999');
  expect(some.about).toContain("Of the products the first 50'000\u00a0rows");
});
