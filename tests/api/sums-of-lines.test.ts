import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryRow, queryRows } from '#server/platform/database/query.ts';
import { generic, original } from '../support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '../support/small-portal.ts';

let portal: SmallPortal;

beforeAll(async () => {
  portal = await openSmallPortal();
});
afterAll(() => portal.server.close());

/** Of 500 originals two are returned. */
const rows = [
  ...Array.from({ length: 500 }, () => [original, 6] as const),
  ...Array.from({ length: 500 }, () => [original, -2] as const),
  [generic, 1000] as const,
];

test('an import says which statistic contains what, returns deducted', async () => {
  const link = await portal.upload(rows);
  expect(
    await queryRows(
      portal.server.pool,
      `select gtin, pharmacode, quantity from statistic_identifiers i join identifiers on id = identifier_id
       where statistic_id = (select id from statistics where direct_link_id = $1) order by quantity desc`,
      [link],
    ),
  ).toEqual([
    { gtin: Number(original), pharmacode: 0, quantity: 2000 },
    { gtin: Number(generic), pharmacode: 0, quantity: 1000 },
  ]);
});

test('deleting a statistic for good takes with it what it contains', async () => {
  const { pool } = portal.server;
  const contained = () => queryRow(pool, 'select count(*)::integer as n from statistic_identifiers');
  await portal.upload(rows);
  const before = await contained();
  const link = await portal.upload(rows);
  await pool.query('delete from statistics where direct_link_id = $1', [link]);
  expect(await contained()).toEqual(before);
  expect(before).toEqual({ n: 4 });
});
