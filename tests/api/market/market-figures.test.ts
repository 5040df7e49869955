import { readFile } from 'node:fs/promises';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import type { Cart } from '#shared/schemas/cart.ts';
import { type CartFigures, cartStatistic, expectCart } from '#tests/support/cart-figures.ts';
import { expectMarket, type MarketFigures, marketFigures } from '#tests/support/market-figures.ts';
import { postStatistic, uploadForm } from '#tests/support/portal.ts';
import { referenceData as data, referenceDataPresent } from '#tests/support/reference-data.ts';
import { startReferencePortal } from '#tests/support/reference-portal.ts';
import { expectedFigures } from '#tests/support/reference-world.ts';
import type { TestServer } from '#tests/support/server.ts';

describe.skipIf(!referenceDataPresent)('the market on real Swiss reference data', () => {
  let server: TestServer;
  let token: string;
  let expected: MarketFigures;

  beforeAll(async () => {
    ({ server, token } = await startReferencePortal());
    const name = 'apotheke-bezug-2025.xlsx';
    const file = await readFile(new URL(`statistics/${name}`, data));
    const answer = await postStatistic(server.url, token, uploadForm(file, {}, name));
    const { bezugsStatistik } = (await answer.json()) as { bezugsStatistik: { bezugsStatistikID: number } };
    await server.pool.query("insert into config values ('STOCKOUT_BEZUGS_STATISTIK_ID', $1)", [
      bezugsStatistik.bezugsStatistikID,
    ]);
    expected = await expectedFigures<MarketFigures>(marketFigures);
    const feeding = async () => (await asJson('portfolio/totals'))[0]!.feeding === true;
    await vi.waitUntil(feeding, { timeout: 10_000, interval: 50 });
  }, 120_000);
  afterAll(() => server?.close());

  function ask(view: string, parameters: Record<string, string>, accept: string): Promise<Response> {
    const query = new URLSearchParams(parameters);
    return fetch(`${server.url}/api/${view}?${query}`, {
      headers: { authorization: `Bearer ${token}`, accept },
    });
  }

  async function asJson(view: string, parameters: Record<string, string> = {}) {
    const answer = (await (await ask(view, parameters, 'application/json')).json()) as unknown;
    return [answer].flat() as Record<string, unknown>[];
  }

  async function asArrow(view: string, parameters: Record<string, string> = {}) {
    const response = await ask(view, parameters, ARROW_STREAM);
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
    const columns = table.schema.fields.map(({ name }, index) => [name, table.getChildAt(index)!] as const);
    return Array.from({ length: table.numRows }, (_, row) =>
      Object.fromEntries(columns.map(([name, column]) => [name, column.get(row)])),
    );
  }

  test('has the figures that were computed for it, as JSON', () => expectMarket(expected, asJson));

  test('and as Arrow', () => expectMarket(expected, asArrow));

  test('the cart of the other customer has the figures that were computed for it, as JSON, as Arrow and as a cart', async () => {
    const name = `${cartStatistic}.xlsx`;
    const file = await readFile(new URL(`statistics/${name}`, data));
    const answer = await postStatistic(server.url, token, uploadForm(file, {}, name));
    const { bezugsStatistik } = (await answer.json()) as { bezugsStatistik: { directLinkId: string } };
    const figures = await expectedFigures<CartFigures>(marketFigures);
    const view = `statistics/${bezugsStatistik.directLinkId}/cart`;
    expectCart(figures, await asJson(view));
    expectCart(figures, await asArrow(view));
    const made = await fetch(`${server.url}/api/cart/from-statistic/${bezugsStatistik.directLinkId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expectCart(figures, ((await made.json()) as Cart).rows);
  }, 60_000);
});
