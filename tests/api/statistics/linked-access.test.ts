import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import type { TestServer } from '#tests/support/server.ts';
import { original, workbook } from '#tests/support/small-catalogue.ts';
import { openSmallPortal } from '#tests/support/small-portal.ts';

/** Two representatives have uploaded statistics of the same customer, and test uploads under its number. */
let server: TestServer;
const tokens: Record<string, string | undefined> = { visitor: undefined };
const links = {} as Record<
  'rep2025' | 'rep2024' | 'repTest' | 'repTest2' | 'colleague2023' | 'colleagueTest' | 'orphan' | 'orphan2',
  string
>;

beforeAll(async () => {
  const portal = await openSmallPortal();
  server = portal.server;
  const { pool } = server;
  for (const name of ['colleague', 'manager', 'replacement', 'stranger', 'leaver']) {
    await addUser(pool, { email: `${name}@portal.example` });
  }
  await addUser(pool, { email: 'reader@portal.example', fullDataAccess: true });
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  await pool.query(
    `update users set parent_user_id = (select id from users where email = 'manager@portal.example'),
       replacement_user_id = (select id from users where email = 'replacement@portal.example')
     where email = 'rep@portal.example'`,
  );
  for (const name of [
    'rep',
    'colleague',
    'manager',
    'replacement',
    'stranger',
    'reader',
    'admin',
    'leaver',
  ]) {
    tokens[name] = await signIn(server.url, `${name}@portal.example`);
  }
  const file = await workbook([[original, 1]]);
  const upload = async (who: string, year: string, testUpload = 'false') => {
    const form = uploadForm(file, { timeYearFrom: year, timeYearTo: year, testUpload });
    const answer = await postStatistic(server.url, tokens[who]!, form);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { bezugsStatistik: { directLinkId: string } }).bezugsStatistik
      .directLinkId;
  };
  links.rep2025 = await upload('rep', '2025');
  links.rep2024 = await upload('rep', '2024');
  links.repTest = await upload('rep', '2022', 'true');
  links.repTest2 = await upload('rep', '2021', 'true');
  links.colleague2023 = await upload('colleague', '2023');
  links.colleagueTest = await upload('colleague', '2020', 'true');
  links.orphan = await upload('leaver', '2019');
  links.orphan2 = await upload('leaver', '2018');
  await pool.query("delete from users where email = 'leaver@portal.example'");
});
afterAll(() => server.close());

function ask(who: string, id: string, rest: string): Promise<Response> {
  const token = tokens[who];
  return fetch(`${server.url}/api/statistics/${id}/${rest}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
}

async function linkedFrom(who: string, from: keyof typeof links): Promise<string[]> {
  const rows = (await (await ask(who, links[from], 'links')).json()) as { directLinkId: string }[];
  const nameOf = (id: string) => Object.entries(links).find(([, link]) => link === id)![0];
  return rows.map(({ directLinkId }) => nameOf(directLinkId));
}

const everyReal = ['rep2024', 'colleague2023', 'orphan', 'orphan2'];

describe('from a representative’s statistic leads', () => {
  test.each([
    ['visitor', ['rep2024']],
    ['rep', ['rep2024']],
    ['manager', ['rep2024']],
    ['replacement', ['rep2024']],
    // Not less than the visitor that they would be without signing in.
    ['stranger', ['rep2024']],
    // Also to their own one.
    ['colleague', ['rep2024', 'colleague2023']],
    ['reader', everyReal],
    ['admin', everyReal],
  ])('%s to %j', async (who, expected) => {
    expect(await linkedFrom(who, 'rep2025')).toEqual(expected);
  });
});

test('uploading under a customer’s number leads to nobody else’s statistics of it', async () => {
  expect(await linkedFrom('colleague', 'colleague2023')).toEqual([]);
  expect(await linkedFrom('visitor', 'colleague2023')).toEqual([]);
  expect(await linkedFrom('colleague', 'colleagueTest')).toEqual([]);
  // Whoever may see the representative's gets them from the colleague's too.
  expect(await linkedFrom('manager', 'colleague2023')).toEqual(['rep2025', 'rep2024']);
});

test('a test upload leads to test uploads of the same uploader, and no other statistic to one', async () => {
  expect(await linkedFrom('visitor', 'repTest')).toEqual(['repTest2']);
  expect(await linkedFrom('colleague', 'repTest')).toEqual(['repTest2', 'colleagueTest']);
  expect(await linkedFrom('admin', 'repTest')).toEqual(['repTest2', 'colleagueTest']);
});

test('of statistics whose uploader is gone nobody knows that they belong together', async () => {
  expect(await linkedFrom('visitor', 'orphan')).toEqual([]);
  expect(await linkedFrom('rep', 'orphan')).toEqual(['rep2025', 'rep2024']);
  expect(await linkedFrom('admin', 'orphan')).toEqual(['rep2025', 'rep2024', 'colleague2023', 'orphan2']);
});

describe('two statistics are compared by', () => {
  test.each([
    ['visitor', 'rep2025', 'rep2024', 200],
    ['stranger', 'rep2025', 'rep2024', 200],
    ['visitor', 'rep2025', 'colleague2023', 400],
    ['rep', 'rep2025', 'colleague2023', 400],
    ['colleague', 'colleague2023', 'rep2025', 400],
    ['colleague', 'rep2025', 'colleague2023', 200],
    ['manager', 'colleague2023', 'rep2025', 200],
    ['reader', 'rep2025', 'colleague2023', 200],
    ['admin', 'rep2025', 'repTest', 400],
    ['colleague', 'colleagueTest', 'repTest', 400],
  ] as const)('%s: %s with %s: %i', async (who, one, other, status) => {
    const answer = await ask(who, links[one], `compare?view=summary&with=${links[other]}`);
    expect(answer.status).toBe(status);
    if (status === 400) expect(await answer.json()).toMatchObject({ code: 'statistics_not_linked' });
  });
});
