import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryRow, queryRows } from '#server/platform/database/query.ts';
import { purgeDeletedStatistics } from '#server/statistics/change-queries.ts';
import { insertIdentifiers } from '#server/statistics/statistic-queries.ts';
import { generic, original } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

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

test('identifiers go with the last statistic that contains them, and stay for one that is being stored', async () => {
  const { pool } = portal.server;
  const [nonsense, shared] = ['7612345678900', '7612345678917'];
  const known = async () =>
    (
      await queryRows<{ gtin: string }>(
        pool,
        'select gtin::text as gtin from identifiers where gtin = any ($1)',
        [[nonsense, shared]],
      )
    ).map(({ gtin }) => gtin);
  const expire = (link: string) =>
    queryRow<{ id: number }>(
      pool,
      "update statistics set deleted_at = now() - interval '2 days' where direct_link_id = $1 returning id",
      [link],
    );
  const kept = await portal.upload([[shared, 1]]);
  await expire(
    await portal.upload([
      [nonsense, 1],
      [shared, 1],
    ]),
  );
  expect(await known()).toHaveLength(2);
  expect(await purgeDeletedStatistics(pool)).toBe(1);
  expect(await known()).toEqual([shared]);

  const { id } = await queryRow<{ id: number }>(pool, 'select id from statistics where direct_link_id = $1', [
    await portal.upload([[original, 1]]),
  ]);
  await expire(kept);
  const given = join(tmpdir(), `${id}.csv`);
  await writeFile(given, `${shared},0,1\n`);
  const storing = await pool.connect();
  try {
    await storing.query('begin');
    await insertIdentifiers(storing, id, given);
    // Nobody waits: what is being stored is passed over.
    expect(await purgeDeletedStatistics(pool)).toBe(1);
    await storing.query('commit');
  } finally {
    storing.release(true);
    await rm(given);
  }
  expect(await known()).toEqual([shared]);
});

test('a statistic of more identifiers than go at once is removed in parts', async () => {
  const { pool } = portal.server;
  const link = await portal.upload([[original, 1]]);
  await pool.query(
    `with made as (insert into identifiers (gtin, pharmacode) select 0, n from generate_series(1, 12000) as n returning id)
     insert into statistic_identifiers (identifier_id, statistic_id, quantity)
     select made.id, s.id, 1 from made cross join statistics s where s.direct_link_id = $1`,
    [link],
  );
  await pool.query("update statistics set deleted_at = now() - interval '2 days' where direct_link_id = $1", [
    link,
  ]);
  expect(await purgeDeletedStatistics(pool)).toBe(1);
  const left = await queryRow(
    pool,
    `select (select count(*)::integer from statistics where direct_link_id = $1) as statistics,
       (select count(*)::integer from identifiers where gtin = 0 and pharmacode between 1 and 12000) as identifiers`,
    [link],
  );
  expect(left).toEqual({ statistics: 0, identifiers: 0 });
});
