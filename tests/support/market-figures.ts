import { expect } from 'vitest';

/** What `expected/market-….expected.json` says of the market that apotheke-bezug-2025 feeds. */
export type MarketFigures = {
  since: string;
  backSince: string;
  /** By manufacturer. */
  stockoutCount: Record<string, number>;
  rows: number;
  available: number;
  competitorRows: number;
  qty: number;
  potential: number;
  /** By GTIN: alternative, packs, CHF. */
  full: Record<string, [string | null, number, number]>;
  /** By GTIN: day, CHF. */
  backInStock: Record<string, [string, number]>;
};

export const marketFigures = 'market-apotheke-feed-cabinet-cart';

type Row = Record<string, unknown>;

/** Holds every answer of the market, however it is asked for, against the figures that were computed for it. */
export async function expectMarket(
  expected: MarketFigures,
  ask: (view: string, parameters?: Record<string, string>) => Promise<Row[]>,
): Promise<void> {
  const since = { stockOutSince: expected.since };
  expect(Object.keys(expected.full)).toHaveLength(expected.rows);

  const summary = await ask('portfolio/summary', since);
  const counts = summary.map(({ manufacturer, stockOutCount }) => [manufacturer, stockOutCount]);
  expect(Object.fromEntries(counts)).toEqual(expected.stockoutCount);

  const overview = await ask('portfolio', since);
  expect(overview).toHaveLength(expected.rows);
  expect(await ask('portfolio', { ...since, general: 'available_match' })).toHaveLength(expected.available);
  expect(await ask('portfolio/competitor', since)).toHaveLength(expected.competitorRows);

  for (const rows of [overview, await ask('portfolio/full', since)]) {
    const figures = rows.map((row) => [row.gtin, [row.alternativeGTIN, row.qty, row.turnoverPotential]]);
    expect(Object.fromEntries(figures)).toEqual(expected.full);
  }
  for (const view of ['portfolio/totals', 'portfolio/full/totals']) {
    expect(await ask(view, since)).toMatchObject([
      {
        rowCount: expected.rows,
        available: expected.available,
        qty: expected.qty,
        turnoverPotential: expected.potential,
        feeding: true,
      },
    ]);
  }

  const back = await ask('portfolio/back-in-stock', { date: expected.backSince });
  const returns = back.map(({ gtin, backInStockDate, turnover }) => [gtin, [backInStockDate, turnover]]);
  expect(Object.fromEntries(returns)).toEqual(expected.backInStock);
}
