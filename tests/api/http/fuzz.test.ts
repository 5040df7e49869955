import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, places, plausible, readCalls, replaced } from '#tests/support/api-calls.ts';
import { emptyDataDirectory } from '#tests/support/data-directory.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import { keepLog } from '#tests/support/kept-log.ts';
import { nastyBodies, nastyHeaders, nastyTexts, nastyValues } from '#tests/support/nasty-values.ts';
import { addUser, signIn } from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { type Seeded, seeded } from '#tests/support/seeded.ts';
import { generic, original, provider } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';

const seed = 20261129;
/** Of so many attempts one is made. */
const SHARE = rounds({ short: 30, long: 1 });
const AT_ONCE = 8;
const PATIENCE_MS = 10_000;

const callers = {
  visitor: undefined,
  signedIn: 'rep@portal.example',
  admin: 'admin@portal.example',
} as const;
type Caller = keyof typeof callers;
const callerNames = Object.keys(callers) as Caller[];

type Attempt = { method: string; path: string; body?: Buffer; headers?: Record<string, string> };
type Answer = { status: number; headers: Record<string, unknown>; text: string };

const { log, entries } = keepLog();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const tokens: Partial<Record<Caller, string>> = {};
let dataDir: Awaited<ReturnType<typeof emptyDataDirectory>>;
let portal: SmallPortal;
let calls: Call[];
let link: string;
let statisticId: number;
/** What stands in addresses beside the ids of the statistic. */
let named: Record<string, string>;
/** Users whom nobody signs in as, so that each may be deleted. */
let spareIds: number[];

beforeAll(async () => {
  // Mails are among what the calls do.
  dataDir = await emptyDataDirectory();
  portal = await openSmallPortal(log, { dataDir: dataDir.path });
  await addUser(portal.server.pool, { email: callers.admin, role: 'Admin' });
  link = await portal.upload([
    [original, 3],
    [generic, 4],
  ]);
  const { rows } = await portal.server.pool.query('select id from statistics');
  statisticId = rows[0].id;
  named = await orderSomething();
  const { rows: spare } = await portal.server.pool.query<{ id: number }>(
    `insert into users (email, name, role) select 'spare' || n || '@portal.example', 'Spare', 'User'
     from generate_series(1, 2000) n returning id`,
  );
  spareIds = spare.map(({ id }) => id);
  calls = await readCalls(portal.server.url);
  await signInAnew();
});
afterAll(async () => {
  agent.destroy();
  await portal.server.close();
  await dataDir.remove();
});

test('nothing that is sent to any call is an unexpected error, whoever sends it', async () => {
  const random = seeded(seed);
  const all = calls.flatMap((call) => attemptsOn(call, random));
  expect(all.length).toBeGreaterThan(4000);
  const attempts = all.filter(() => random.below(SHARE) === 0);
  const statuses = await sendAll(attempts, random);
  // What is sent is good enough that some of it is accepted and the rest refused for what it is.
  for (const status of [200, 400, 401, 403, 404, 415]) expect(statuses, `${status}`).toContain(status);
  expect(entries.filter(({ level }) => level >= 40)).toEqual([]);
}, 600_000);

test('nothing that stands in a header or an address is either', async () => {
  const random = seeded(seed + 1);
  const paths = [
    '/api/portal',
    '/',
    '/api/nowhere',
    `/api/statistics/${link}/summary`,
    '/translations/de.json',
  ];
  const withHeaders = paths.flatMap((path) =>
    nastyHeaders.flatMap((headers) => [
      { method: 'get', path, headers },
      { method: 'post', path, headers, body: Buffer.from('{}') },
    ]),
  );
  const addresses = [
    '%',
    '%zz',
    '%00',
    '%c0%af',
    '%ed%a0%80',
    '..%2f..%2fpackage.json',
    '//',
    '%2e%2e/',
    'x'.repeat(6000),
  ];
  const odd = ['/', '/api/', '/assets/', '/Documents/', '/translations/', '/api/statistics/'].flatMap(
    (above) => addresses.map((address) => ({ method: 'get', path: above + address })),
  );
  await sendAll([...withHeaders, ...odd], random);
  expect(entries.filter(({ level }) => level >= 40)).toEqual([]);
});

/** Good requests with one thing in each that is not. */
function attemptsOn(call: Call, random: Seeded): Attempt[] {
  // Every value on every parameter, a part of them on every field: so the fields of an upload stay some hundreds.
  const some = <Value>(values: readonly Value[]) => values.filter(() => random.below(5) < 2);
  const severalTexts = () => Array.from({ length: 3 }, () => random.pick(nastyTexts));
  const attempts: Attempt[] = [];
  for (const { name } of call.parameters) {
    for (const text of nastyTexts) attempts.push(addressed(call, { [name]: [text] }));
    attempts.push(addressed(call, { [name]: severalTexts() }));
  }
  attempts.push(addressed(call, { unknown: ['x'] }));
  const sendsBody = call.json ?? call.form;
  const type = { 'content-type': 'application/json' };
  const address = () => addressed(call, {});
  if (sendsBody || call.method !== 'get') {
    for (const body of nastyBodies) {
      attempts.push({ ...address(), body: Buffer.from(body), headers: type });
    }
  }
  if (call.json) {
    const whole = plausible(call.json, 'Text');
    const bare = plausible(call.json, 'Text', 'required');
    for (const place of places(call.json)) {
      for (const value of some(nastyValues)) {
        // Beside good values, and alone where nothing else is needed.
        for (const around of [whole, bare]) {
          const body = Buffer.from(JSON.stringify(replaced(around, place, value)));
          attempts.push({ ...address(), body, headers: type });
        }
      }
    }
  }
  if (call.form) {
    const whole = plausible(call.form, 'Text') as Record<string, unknown>;
    for (const name of Object.keys(whole)) {
      for (const text of some(nastyTexts))
        attempts.push({ ...address(), ...formOf(call, { ...whole, [name]: text }) });
      attempts.push({ ...address(), ...formOf(call, { ...whole, [name]: severalTexts() }) });
    }
  }
  return attempts;
}

/** The address of a call; in `given` what is not as it should be. */
function addressed({ method, path, parameters }: Call, given: Record<string, string[]>): Attempt {
  const query: string[] = [];
  let filled = path;
  for (const { name, in: place, schema, required } of parameters) {
    const number = String(path.startsWith('/api/users') ? (spareIds.pop() ?? 0) : statisticId);
    const good = name === 'id' ? (schema.pattern?.startsWith('^\\d') ? number : link) : named[name];
    const values = given[name] ?? (required ? [good ?? String(plausible(schema, link))] : []);
    if (place === 'path') filled = filled.replace(`{${name}}`, escaped(values[0] ?? ''));
    else query.push(...values.map((value) => `${name}=${escaped(value)}`));
  }
  if (given.unknown) query.push(`unknown=${given.unknown}`);
  return { method, path: query.length > 0 ? `${filled}?${query.join('&')}` : filled };
}

/** A cart with one product and an order of it, by the names of what they have in addresses. */
async function orderSomething(): Promise<Record<string, string>> {
  const token = await signIn(portal.server.url, callers.signedIn);
  const ask = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = method === 'POST' ? { body: '{}' } : {};
    return (await fetch(`${portal.server.url}/api/${path}`, { method, headers, ...body })).json();
  };
  const { cartKey } = (await ask('POST', `cart/from-statistic/${link}`)) as { cartKey: string };
  await ask('PUT', `cart/${cartKey}/${provider}/3`);
  const { order } = (await ask('POST', `cart/from-statistic/${link}/${cartKey}/orders`)) as { order: number };
  return {
    cartKey,
    order: String(order),
    gtin: provider,
    cartRowID: provider,
    quantity: '2.5',
    code: provider,
  };
}

/** Halves of surrogate pairs as the bytes that some programs send for them. */
function escaped(text: string): string {
  return text
    .replace(/\p{Cs}/gu, '\0half')
    .split('\0half')
    .map(encodeURIComponent)
    .join('%ED%A0%80');
}

function formOf(call: Call, fields: Record<string, unknown>): Pick<Attempt, 'body' | 'headers'> {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each) => {
      const isFile = call.form?.properties?.[name]?.format === 'binary';
      const head = `--x\r\nContent-Disposition: form-data; name="${name}"`;
      const fileName = isFile ? `; filename="${String(each).replace(/["\r\n\\]/g, '_')}"` : '';
      const text = typeof each === 'object' && each !== null ? JSON.stringify(each) : String(each ?? '');
      return `${head}${fileName}\r\n\r\n${text}\r\n`;
    }),
  );
  return {
    body: Buffer.from(`${parts.join('')}--x--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

/** Sends them, each as one of the callers, and gives the statuses of the answers. */
async function sendAll(attempts: readonly Attempt[], random: Seeded): Promise<Set<number>> {
  const statuses = new Set<number>();
  const waiting = attempts.map((attempt) => ({ attempt, caller: random.pick(callerNames) }));
  const sendNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const answer = await send(next.attempt, tokens[next.caller]);
      statuses.add(answer.status);
      check(
        answer,
        `${next.caller}: ${next.attempt.method} ${next.attempt.path} ${next.attempt.body?.subarray(0, 500)}`,
      );
      if (answer.status === 401 && next.caller !== 'visitor') await signInAnew();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  return statuses;
}

function check({ status, headers, text }: Answer, described: string): void {
  expect(status, `${described}\n${text}`).toBeLessThan(500);
  if (status < 400) return;
  const error = JSON.parse(text) as { message: string };
  expect(error, described).toEqual({
    message: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z_]+$/),
    requestId: headers['x-request-id'],
    ...('issues' in error ? { issues: expect.any(Array) } : {}),
  });
  expect(text, described).not.toMatch(
    /duckdb|(Binder|Parser|Catalog|Conversion|Syntax|Type)\s?Error|SQLSTATE|relation "/i,
  );
}

function send({ method, path, body, headers = {} }: Attempt, token: string | undefined): Promise<Answer> {
  const all: OutgoingHttpHeaders = {
    accept: 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'content-length': body.byteLength } : {}),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(portal.server.url);
    const outgoing = request(
      { hostname, port, method: method.toUpperCase(), path, headers: all, agent, timeout: PATIENCE_MS },
      async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode!, headers: response.headers, text });
      },
    );
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${path} was not answered in time`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Calls that end sessions are among those tried. */
async function signInAnew(): Promise<void> {
  await emptyTables(portal.server.pool, 'rate_limits');
  for (const caller of callerNames) {
    const email = callers[caller];
    if (email) tokens[caller] = await signIn(portal.server.url, email);
  }
}
