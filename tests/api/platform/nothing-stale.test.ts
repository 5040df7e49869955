import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { signIn } from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { startInstance, type TestServer } from '#tests/support/server.ts';
import { original } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '#tests/support/small-portal.ts';

const sessionRounds = rounds({ short: 6, long: 1000 });
const linkRounds = rounds({ short: 6, long: 1000 });
const passwordRounds = rounds({ short: 1, long: 20 });
const requestsAtOnce = 10;

let database: TestDatabase;
let processes: Pick<TestServer, 'url' | 'close'>[];
let urls: string[];
let userId: number;
let ownToken: string;
let statistic: { bezugsStatistikID: number; directLinkId: string };

beforeAll(async () => {
  database = await testDatabase();
  userId = await fillSmallPortal(database.pool);
  processes = await Promise.all([1, 2].map(() => startInstance(database)));
  urls = processes.map(({ url }) => url);
  ownToken = await signIn(urls[0]!, 'rep@portal.example');
  statistic = await uploadRows(urls[0]!, ownToken, [[original, 1]]);
});

afterAll(async () => {
  await Promise.all(processes.map(({ close }) => close()));
  await database.close();
});

function current(url: string, token: string): Promise<number> {
  return status(`${url}/api/users/current`, { headers: { authorization: `Bearer ${token}` } });
}

function links(url: string): Promise<number> {
  return status(`${url}/api/statistics/${statistic.directLinkId}/links`);
}

async function status(url: string, options: RequestInit = {}): Promise<number> {
  const response = await fetch(url, options);
  await response.arrayBuffer();
  return response.status;
}

/** Sessions of one user as signing in makes them; a thousand passwords would take a minute. */
async function beginSessions(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await database.pool.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select hash, $2, now() + interval '1 day' from unnest($1::bytea[]) as hash`,
    [hashes, userId],
  );
  return tokens;
}

/** Asks both processes by turns while `change` happens, then each of them again: at once and when all are answered. */
async function askAround(
  ask: (url: string) => Promise<number>,
  change: () => Promise<unknown>,
): Promise<number[]> {
  const racing = Array.from({ length: requestsAtOnce }, (_, index) => ask(urls[index % 2]!));
  await sleep(Math.random() * 3);
  const later = change().then(() => Promise.all(urls.map(ask)));
  const first = await later;
  await Promise.all(racing);
  return [...first, ...(await Promise.all(urls.map(ask)))];
}

test(`after a logout no process lets the session in, in ${sessionRounds} rounds of requests that race it`, async () => {
  const stale: number[] = [];
  for (const [round, token] of (await beginSessions(sessionRounds)).entries()) {
    const after = await askAround(
      (url) => current(url, token),
      () =>
        fetch(`${urls[round % 2]}/api/logout`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        }),
    );
    if (after.some((each) => each !== 401)) stale.push(round);
  }
  expect(stale).toEqual([]);
});

test(`a link is closed and open everywhere once that is answered, in ${linkRounds} rounds of requests that race it`, async () => {
  const stale: string[] = [];
  for (let round = 0; round < linkRounds; round++) {
    const open = round % 2 === 1;
    const after = await askAround(links, () =>
      fetch(`${urls[(round >> 1) % 2]}/api/statistics/${statistic.bezugsStatistikID}/state?state=${open}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ownToken}` },
      }),
    );
    if (after.some((each) => each !== (open ? 200 : 404))) stale.push(`${round}: ${after}`);
  }
  expect(stale).toEqual([]);
});

test(`what combines a link is stopped and goes on with it everywhere, in ${linkRounds} rounds likewise`, async () => {
  const other = await uploadRows(urls[0]!, ownToken, [[original, 2]]);
  const made = await fetch(`${urls[0]}/api/statistics/combined`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Both', members: [statistic.bezugsStatistikID, other.bezugsStatistikID] }),
  });
  const { directLinkId } = (await made.json()) as { directLinkId: string };
  const stale: string[] = [];
  for (let round = 0; round < linkRounds; round++) {
    const open = round % 2 === 1;
    const after = await askAround(
      (url) => status(`${url}/api/statistics/${directLinkId}/links`),
      () =>
        fetch(`${urls[(round >> 1) % 2]}/api/statistics/${other.bezugsStatistikID}/state?state=${open}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ownToken}` },
        }),
    );
    if (after.some((each) => each !== (open ? 200 : 409))) stale.push(`${round}: ${after}`);
  }
  expect(stale).toEqual([]);
});

test('with a new password the sessions before it are over everywhere once that is answered', async () => {
  const stale: number[] = [];
  for (let round = 0; round < passwordRounds; round++) {
    const [token] = await beginSessions(1);
    const reset = randomBytes(32).toString('base64url');
    await database.pool.query(
      "insert into reset_tokens (token_hash, user_id, expires_at) values ($1, $2, now() + interval '5 minutes')",
      [createHash('sha256').update(reset).digest(), userId],
    );
    const after = await askAround(
      (url) => current(url, token!),
      () =>
        fetch(`${urls[round % 2]}/api/users/set-password`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token: reset, password: `Vier Birnen am Wegrand ${round}` }),
        }),
    );
    if (after.some((each) => each !== 401)) stale.push(round);
  }
  expect(stale).toEqual([]);
});
