import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '../support/portal.ts';
import { rounds } from '../support/rounds.ts';
import { startServerProcess } from '../support/server-process.ts';
import { generic, original, smallCatalogue, workbook } from '../support/small-catalogue.ts';

const KILLS = rounds({ short: 3, long: 50 });
const PROCESSES = 4;
/** An upload of this file takes about this long; kills are spread over a little more. */
const UPLOAD_MILLISECONDS = 250;

let database: TestDatabase;
let file: Uint8Array;

beforeAll(async () => {
  database = await testDatabase();
  await publishReferenceData(database.pool, smallCatalogue);
  await addUser(database.pool, { email: 'rep@portal.example' });
  await addCustomer(database.pool, '4711', 'Pharmacy');
  file = await workbook(Array.from({ length: 3000 }, (_, index) => [index % 2 ? original : generic, 1]));
});
afterAll(() => database.close());

test(`${KILLS} servers killed in the middle of uploads leave no half statistic and lose no acknowledged one`, async () => {
  const acknowledged: string[] = [];
  let killed = 0;
  // Each moment once, in an order that mixes early and late ones; no chance in it, so a failure repeats.
  const moments = Array.from(
    { length: KILLS },
    (_, index) => (((index * 37) % KILLS) + 0.5) * ((1.4 * UPLOAD_MILLISECONDS) / KILLS),
  );
  await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      for (let moment = moments.pop(); moment !== undefined; moment = moments.pop()) {
        const server = await startServerProcess({
          DATABASE_URL: database.url,
          PROVIDER_NAME: 'Provider',
          PROVIDER_COMPANIES: 'Provider AG',
          LOG_LEVEL: 'fatal',
        });
        const token = await signIn(server.url, 'rep@portal.example');
        const upload = postStatistic(server.url, token, uploadForm(file))
          .then(async (response) => {
            const body = (await response.json()) as { bezugsStatistik: { directLinkId: string } };
            acknowledged.push(body.bezugsStatistik.directLinkId);
          })
          .catch(() => undefined); // the connection of a killed server breaks
        await sleep(moment);
        server.kill('SIGKILL');
        expect(await server.ended).toBeNull();
        await upload;
        killed++;
      }
    }),
  );
  expect(killed).toBe(KILLS);

  const { rows } = await database.pool.query<{ link: string; whole: boolean }>(
    `select s.direct_link_id as link,
       f.file is not null and f.lines is not null and f.sums is not null and f.consent is not null and length(f.file) = $1
         and s.line_count = 3000 and s.report ->> 'imported' = '3000' as whole
     from statistics s full join statistic_files f on f.statistic_id = s.id`,
    [file.byteLength],
  );
  expect(rows.every(({ whole }) => whole)).toBe(true);
  expect(rows.map(({ link }) => link)).toEqual(expect.arrayContaining(acknowledged));

  const survivor = await startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'fatal',
  });
  for (const { link } of rows.slice(0, 5)) {
    const summary = await fetch(`${survivor.url}/api/statistics/${link}/summary`);
    // 1,500 originals at CHF 20 and 1,500 generics at CHF 12.
    expect(await summary.json()).toMatchObject({ turnoverTotal: 48_000, totalQty: 3000 });
  }
  survivor.kill('SIGTERM');
  expect(await survivor.ended).toBe(0);
});
