import { afterAll, beforeAll, expect, test } from 'vitest';
import { RESTORED } from '#server/platform/database/history.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

let portal: SmallPortal;
beforeAll(async () => {
  portal = await openSmallPortal();
});
afterAll(() => portal.server.close());

/** A link that nobody has followed yet. */
const given = 'given-again-since-the-';

const get = (path: string, etag = '') =>
  fetch(`${portal.server.url}/api/${path}`, {
    headers: { authorization: `Bearer ${portal.token}`, 'if-none-match': etag },
  });

test('a number that is given again shows the new statistic in a process that had the lost one open', async () => {
  const [lost, other] = [await portal.upload([[original, 9]]), await portal.upload([[original, 4]])];
  const before = await get(`statistics/${lost}/summary`);
  // 20 francs ex factory each.
  expect(await before.json()).toMatchObject({ turnoverTotal: 180 });

  await giveAgain(lost, other);
  const after = await get(`statistics/${given}/summary`, before.headers.get('etag')!);
  expect([after.status, await after.json()]).toMatchObject([200, { turnoverTotal: 80 }]);
});

/**
 * What a replica that lacks `lost` has once another statistic got its number: that of `other`, by a link of its own. No process
 * hears of it.
 */
async function giveAgain(lost: string, other: string): Promise<void> {
  const { pool } = portal.server;
  const quiet = ['statistics', 'config'];
  for (const table of quiet) await pool.query(`alter table ${table} disable trigger user`);
  await pool.query(
    `update statistic_files set sums = (
       select sums from statistic_files join statistics on id = statistic_id where direct_link_id = $2
     ) where statistic_id = (select id from statistics where direct_link_id = $1)`,
    [lost, other],
  );
  await pool.query('update statistics set direct_link_id = $2 where direct_link_id = $1', [lost, given]);
  // As PostgreSQL's start does, which no test of one server can wait for.
  await pool.query('insert into config (key, value) values ($1, now())', [RESTORED]);
  for (const table of quiet) await pool.query(`alter table ${table} enable trigger user`);
}
