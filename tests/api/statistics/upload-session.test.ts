import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apart } from '#analytics/semaphore.ts';
import { setPasswordHash } from '#server/accounts/passwords/reset-token-queries.ts';
import { holdSession } from '#server/accounts/sign-in/session-queries.ts';
import { hourlyCosts } from '#server/config.ts';
import { hashToken } from '#server/http/tokens.ts';
import { inTransaction } from '#server/platform/database/query.ts';
import { parseJsonLines } from '#shared/json-lines.ts';
import { countLockWaits, type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addCustomer,
  addUser,
  postStatistic,
  publishReferenceData,
  signIn,
  uploadForm,
} from '#tests/support/portal.ts';
import { long, rounds } from '#tests/support/rounds.ts';
import { seeded } from '#tests/support/seeded.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';
import { uploadRows } from '#tests/support/small-portal.ts';

const ROUNDS = rounds({ short: 3, long: 480 });
const email = 'rep@portal.example';
const NDJSON = 'application/x-ndjson';

let database: TestDatabase;
let one: { url: string; close: () => Promise<void> };
let other: { url: string; close: () => Promise<void> };
let userId: number;
let passwordHash: string;
let file: Uint8Array;

beforeAll(async () => {
  database = await testDatabase();
  const { pool } = database;
  // More than one may upload in an hour.
  one = await startInstance(database, { hourlyCosts: { ...hourlyCosts, upload: 2 * ROUNDS + 1000 } });
  other = await startInstance(database);
  await publishReferenceData(pool, smallCatalogue);
  userId = await addUser(pool, { email });
  await addCustomer(pool, '4711', 'Pharmacy');
  const { rows } = await pool.query<{ hash: string }>('select password_hash as hash from users');
  passwordHash = rows[0]!.hash;
  file = await workbook(Array.from({ length: 3000 }, (_, index) => [index % 2 ? original : generic, 1]));
});
afterEach(async () => {
  await database.pool.query('update users set active = true, password_hash = $1', [passwordHash]);
  await database.pool.query('delete from sessions');
});
afterAll(async () => {
  await one.close();
  await other.close();
  await database.close();
});

const endings: Record<string, (token: string) => Promise<unknown>> = {
  'a logout through another process': async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    const { status } = await fetch(`${other.url}/api/logout`, { method: 'POST', headers });
    expect(status).toBe(204);
  },
  deactivation: () => database.pool.query('update users set active = false where id = $1', [userId]),
  'a new password': () =>
    inTransaction(database.pool, (client) => setPasswordHash(client, userId, passwordHash)),
  expiry: () => database.pool.query('update sessions set expires_at = clock_timestamp()'),
};

type Outcome = { status: number; code: string | undefined };

/** How an upload was answered, whether in one piece or line by line. */
async function outcomeOf(response: Response): Promise<Outcome> {
  if (response.headers.get('content-type') !== NDJSON) {
    const { code } = (await response.json()) as { code?: string };
    return { status: response.status, code };
  }
  type Last = { result?: unknown; error?: { code: string } };
  const { result, error } = parseJsonLines<Last>(await response.text()).at(-1)!;
  expect([result, error].filter(Boolean)).toHaveLength(1);
  return { status: error ? 401 : 200, code: error?.code };
}

async function stored(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*) from statistics s join statistic_files f on f.statistic_id = s.id',
  );
  return rows[0]!.count;
}

const preview = (token: string, path: string) => {
  const form = new FormData();
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]));
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${one.url}/api/statistics/${path}`, { method: 'POST', headers, body: form });
};

const requests: [string, (token: string) => Promise<Response>][] = [
  ['an upload', (token) => postStatistic(one.url, token, uploadForm(file))],
  [
    'an upload answered line by line',
    (token) => postStatistic(one.url, token, uploadForm(file), { accept: NDJSON }),
  ],
  ['a dry run', (token) => preview(token, 'preview')],
  ['a download of problem rows', (token) => preview(token, 'preview/problems')],
];

/** Each of what is asked with each ending; npm test asks it with the first one. */
const crossed = <Send>(asked: [string, Send][]) =>
  asked.flatMap(([what, send]) =>
    Object.entries(endings)
      .slice(0, long ? undefined : 1)
      .map(([why, end]) => [what, why, send, end] as const),
  );

/** What is answered to a request that waits for PostgreSQL while `end` happens. */
async function overtaken(
  send: (token: string) => Promise<Response>,
  token: string,
  end: (token: string) => Promise<unknown>,
  table = 'statistics',
): Promise<Response> {
  const blocker = await database.pool.connect();
  await blocker.query('begin');
  await blocker.query(`lock table ${table} in access exclusive mode`);
  const answer = send(token);
  await expect
    .poll(() => countLockWaits(database.pool, `l.relation = '${table}'::regclass`), {
      timeout: 10_000,
      interval: 10,
    })
    .toBeGreaterThan(0);
  await end(token);
  await blocker.query('commit');
  blocker.release();
  return answer;
}

test.each(crossed(requests))(
  '%s that %s overtakes is answered 401 and stores nothing',
  async (_what, _why, send, end) => {
    const token = await signIn(one.url, email);
    const before = await stored();
    const answer = await overtaken(send, token, end);
    expect(await outcomeOf(answer)).toEqual({ status: 401, code: 'session_ended' });
    expect(await stored()).toBe(before);
  },
);

describe('what is made of statistics, which can wait for a place of DuckDB', () => {
  type Made = { bezugsStatistikID: number; directLinkId: string };
  /** Two that are combined, the statistic that they are, and one that nobody has opened yet. */
  type Given = { members: number[]; combined: Made; unopened: Made };

  const call = (token: string, method: string, path: string, body: object) =>
    fetch(`${one.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const combine = (token: string, members: number[], name: string) =>
    call(token, 'POST', 'statistics/combined', { name, members });

  const makers: [string, (token: string, given: Given) => Promise<Response>][] = [
    ['a combined statistic', (token, { members }) => combine(token, members, 'Another')],
    [
      'a member left out',
      (token, { combined }) =>
        call(token, 'PUT', `statistics/${combined.directLinkId}/members`, { positions: [1, 2] }),
    ],
    [
      'a scenario',
      (token, { unopened }) =>
        call(token, 'POST', `what-if/from-statistic/${unopened.directLinkId}`, { name: 'Half' }),
    ],
  ];

  async function given(token: string): Promise<Given> {
    // Figures that are reckoned meanwhile would wait too.
    await database.pool.query(
      `insert into figures_turn (process, until) values (gen_random_uuid(), now() + interval '1 hour')
       on conflict (only_row) do update set process = excluded.process, until = excluded.until`,
    );
    const uploads: Made[] = [];
    for (let count = 0; count < 3; count++) uploads.push(await uploadRows(one.url, token, [[original, 1]]));
    const members = uploads.map(({ bezugsStatistikID }) => bezugsStatistikID);
    const combined = (await (await combine(token, members, 'Both')).json()) as Made;
    return { members, combined, unopened: uploads[0]! };
  }

  async function made(): Promise<unknown> {
    const { rows } = await database.pool.query(
      `select (select count(*) from statistics) as statistics, (select count(*) from statistic_members) as members,
         (select count(*) from scenarios) as scenarios`,
    );
    return rows[0];
  }

  test.each(crossed(makers))(
    '%s that %s overtakes is answered 401 and stores nothing',
    async (_what, _why, send, end) => {
      const token = await signIn(one.url, email);
      const these = await given(token);
      const before = await made();
      const answer = await overtaken((by) => send(by, these), token, end, 'statistic_files');
      expect(await outcomeOf(answer)).toEqual({ status: 401, code: 'session_ended' });
      expect(await made()).toEqual(before);
    },
  );

  test('who may see a statistic no more when it is combined with others does not combine it', async () => {
    const { pool } = database;
    const token = await signIn(one.url, email);
    const { members } = await given(token);
    await pool.query('update users set full_data_access = true where id = $1', [userId]);
    await pool.query('update statistics set uploader_id = null where id = $1', [members[0]]);
    const before = await made();
    const answer = await overtaken(
      (by) => combine(by, members, 'Another'),
      token,
      () => pool.query('update users set full_data_access = false where id = $1', [userId]),
      'statistic_files',
    );
    expect(answer.status).toBe(404);
    expect(await made()).toEqual(before);
  });
});

test('who is no administrator any more when an upload is stored has stored nothing for others', async () => {
  const { pool } = database;
  await pool.query("update users set role = 'Admin' where id = $1", [userId]);
  const token = await signIn(one.url, email);
  const before = await stored();
  const answer = await overtaken(
    (by) => postStatistic(one.url, by, uploadForm(file)),
    token,
    () => pool.query("update users set role = 'User' where id = $1", [userId]),
    // Not statistics, which another role looks through for products matched by hand.
    'statistic_identifiers',
  );
  expect(answer.status).toBe(403);
  expect(await stored()).toBe(before);
});

if (long)
  test('an upload stops in the middle of what it was doing', async () => {
    const token = await signIn(one.url, email);
    const large = await workbook(Array.from({ length: 150_000 }, () => [original, 1]));
    const response = await postStatistic(one.url, token, uploadForm(large), { accept: NDJSON });
    let text = '';
    let ended: Promise<unknown> | undefined;
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('"reading"')) ended ??= database.pool.query('delete from sessions');
    }
    await ended;
    const lines = parseJsonLines<{ progress?: { stage: string } }>(text);
    const stages = lines.map(({ progress }) => progress?.stage);
    expect(stages).toContain('reading');
    expect(stages).not.toContain('saving');
    expect(lines.at(-1)).toMatchObject({ error: { code: 'session_ended' } });
  });

test.each(Object.entries(endings))(
  'between the last look at a session and the commit, %s has to wait',
  async (_why, end) => {
    const token = await signIn(one.url, email);
    let ended = false;
    let ending: Promise<unknown> | undefined;
    await inTransaction(database.pool, async (client) => {
      expect(await holdSession(client, hashToken(token), userId)).toBe('User');
      // Somebody else does so, who holds nothing.
      ending = apart(() => end(token)).then(() => {
        ended = true;
      });
      await sleep(300);
      expect(ended).toBe(false);
    });
    await ending;
    expect(await holdSession(database.pool, hashToken(token), userId)).toBeUndefined();
  },
);

if (long)
  test('a session that runs out of time ends its upload, without a notice', async () => {
    const token = await signIn(one.url, email);
    const before = await stored();
    const blocker = await database.pool.connect();
    await blocker.query('begin');
    await blocker.query('lock table statistics in access exclusive mode');
    // A remembered one, whose end no use puts off.
    await database.pool.query(
      "update sessions set sliding = false, expires_at = now() + interval '1 second'",
    );
    const answer = postStatistic(one.url, token, uploadForm(file)).then(outcomeOf);
    await sleep(1500);
    await blocker.query('commit');
    blocker.release();
    expect(await answer).toEqual({ status: 401, code: 'session_ended' });
    expect(await stored()).toBe(before);
  });

test('at whatever moment a session ends, nothing of it is stored from then on', async () => {
  const { below, pick } = seeded(11);
  const ways = Object.values(endings);
  const counts = { 200: 0, 401: 0 };
  // Until both have happened. How long an upload takes depends on what else the machine does; the moments follow it.
  let whole = 300;
  for (let round = 0; round < ROUNDS || Math.min(counts[200], counts[401]) < 2; round++) {
    await database.pool.query('update users set active = true, password_hash = $1', [passwordHash]);
    await database.pool.query('delete from rate_limits');
    const token = await signIn(one.url, email);
    const before = await stored();
    const answer = postStatistic(one.url, token, uploadForm(file), {
      accept: pick(['application/json', NDJSON]),
    }).then(outcomeOf);
    const moment = below(Math.round(1.5 * whole));
    await sleep(moment);
    await ways[round % ways.length]!(token);
    const atTheEnd = await stored();
    const { status, code } = await answer;
    whole = status === 200 ? (whole + moment) / 2 : Math.max(whole, 1.1 * moment);
    expect([200, 401]).toContain(status);
    counts[status as 200 | 401]++;
    if (status === 401) expect(code).toBe('session_ended');
    expect(await stored(), `round ${round}: ${status}`).toBe(status === 200 ? before + 1 : before);
    expect(atTheEnd, `round ${round}: ${status}`).toBe(status === 200 ? before + 1 : before);
  }
});
