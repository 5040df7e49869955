import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReferenceData } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';

let server: TestServer;
let statistic: string;

beforeAll(async () => {
  const portal = await openSmallPortal();
  server = portal.server;
  statistic = `${server.url}/api/statistics/${await portal.upload([[original, 3]])}`;
});
afterAll(() => server.close());

test('a focus group is there for every statistic as soon as it is saved, changed or deleted', async () => {
  expect(await focusGroups()).toEqual([]);
  const { rows } = await server.pool.query<{ id: number }>(
    `insert into focus_groups (name, molecules) values ('Heart', '{ramiprilum}') returning id`,
  );
  const id = rows[0]!.id;
  // 3 packs × CHF 10 of the alternative
  await expectSoon([{ id: String(id), name: 'Heart', count: 1, turnoverPotential: 30 }]);
  await server.pool.query(`update focus_groups set name = 'Empty', molecules = '{}'`);
  await expectSoon([{ id: String(id), name: 'Empty', count: 0, turnoverPotential: 0 }]);
  await server.pool.query('delete from focus_groups');
  await expectSoon([]);
});

test('the window of new stock-outs is what the configuration says', async () => {
  // What stands on a first list is never new: it is back on a second one and missing again on a third.
  const heading = 'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn';
  const lists = [
    { csv: heading, date: '2026-02-01' },
    { csv: `${heading}\n${original},2026-03-01,2026-03-02,,`, date: '2026-03-02' },
  ];
  for (const list of lists) {
    await publishReferenceData(server.pool, { stockouts: { ...list, force: 'one product' } });
  }
  await expect.poll(async () => (await products())[0]?.deliverabilityReportingDate1).toBe('2026-03-01');
  const [before] = await products();
  expect(before).toMatchObject({ stockOut1: true, newStockout1: false });
  await server.pool.query(
    `insert into config values ('NEW_STOCKOUT_DAYS', '9999') on conflict (key) do update set value = excluded.value`,
  );
  await expect.poll(async () => (await products())[0]?.newStockout1).toBe(true);
});

async function focusGroups(): Promise<unknown> {
  return (await fetch(`${statistic}/list/focusGroups`)).json();
}

async function products(): Promise<Record<string, unknown>[]> {
  return (await (await fetch(`${statistic}/product`)).json()) as Record<string, unknown>[];
}

/** Notices travel on a connection of their own: a moment may pass. */
async function expectSoon(expected: unknown): Promise<void> {
  await expect.poll(focusGroups, { interval: 10 }).toEqual(expected);
}
