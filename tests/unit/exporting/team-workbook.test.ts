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

/** The rows of the products and the words of the page about the workbook, of so many ordered and so many proposed products. */
function written(ordered: number, proposed: number) {
  const last = { orders: lastOf(ordered), scenarios: lastOf(proposed) };
  const team = { representatives: [], totals: figures, current: true, last };
  const { sheets } = teamWorkbook('en', team, { from: '2026-01', to: '2026-01' }, 'Provider');
  const rowsOf = (sheet: string) => sheets.find(({ name }) => name === sheet)?.rows as unknown[][];
  return {
    ordered: rowsOf('Products ordered'),
    proposed: rowsOf('Products proposed'),
    about: JSON.stringify(sheets.at(-2)),
  };
}

function lastOf(count: number) {
  const products = Array.from({ length: count }, (_, at) => ({
    representative: 'Anna',
    customerExternalId: '1',
    customerName: 'Apotheke',
    id: 7,
    name: 'Spring',
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
  return { brought: [], products };
}

test('a workbook over people that lacks products says so, and one that has all does not', () => {
  const all = written(50_000, 50_000);
  expect([all.ordered.length, all.proposed.length]).toEqual([50_000, 50_000]);
  expect(all.about).not.toContain('Of the products');
  expect(all.ordered[0]![3]).toBe(7);
  expect(all.proposed[0]![3]).toBe('Spring');
  const [orders, scenarios] = [written(50_001, 1), written(1, 50_001)];
  expect([orders.ordered.length, orders.proposed.length]).toEqual([50_000, 1]);
  expect([scenarios.ordered.length, scenarios.proposed.length]).toEqual([1, 50_000]);
  expect(scenarios.proposed.at(-1)).toContain('49999');
  for (const { about } of [orders, scenarios])
    expect(about).toContain("Of the products the first 50'000\u00a0rows");
});
