import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cart, CartChange } from '#server/answers/cart.ts';
import type { Order } from '#server/answers/order.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { signIn } from '../support/portal.ts';
import { rounds } from '../support/rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { original, provider } from '../support/small-catalogue.ts';
import { fillSmallPortal, uploadRows } from '../support/small-portal.ts';

const KILLS = rounds({ short: 4, long: 50 });
/** Connections broken off by the client in the middle of an edit, beside the kills. */
const HANG_UPS = rounds({ short: 30, long: 200 });
/** Two processes share the database, as behind a load balancer; edits go to one and then the other. */
const PROCESSES = 2;
const LAST_MILLISECONDS = 400;

let database: TestDatabase;
let link: string;
let token: string;
let servers: ServerProcess[];

const start = () =>
  startServerProcess({
    DATABASE_URL: database.url,
    PROVIDER_NAME: 'Provider',
    PROVIDER_COMPANIES: 'Provider AG',
    LOG_LEVEL: 'fatal',
  });

beforeAll(async () => {
  database = await testDatabase();
  await fillSmallPortal(database.pool);
  servers = await Promise.all(Array.from({ length: PROCESSES }, start));
  token = await signIn(servers[0]!.url, 'rep@portal.example');
  link = (await uploadRows(servers[0]!.url, token, [[original, 9]])).directLinkId;
}, 60_000);
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  await database.close();
});

async function ask<Answer>(url: string, method: string, path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Sends an edit until it is acknowledged, to whichever process is there. */
async function insist<Answer>(method: string, path: string, first?: AbortSignal): Promise<Answer> {
  for (let attempt = 0; attempt < 2000; attempt++) {
    const server = servers[attempt % PROCESSES]!;
    try {
      return await ask<Answer>(server.url, method, path, attempt === 0 ? first : undefined);
    } catch (error) {
      // What is refused stays refused; what broke off is sent again.
      if ((error as Error).message.includes(': 4')) throw error;
      await sleep(10);
    }
  }
  throw new Error(`${path} was never answered`);
}

/** Every edit as the log has it, oldest first. */
async function wholeLog(key: string): Promise<CartChange[]> {
  const log: CartChange[] = [];
  for (;;) {
    const before = log.length > 0 ? `?before=${log.at(-1)!.change}` : '';
    const page = await insist<CartChange[]>('GET', `cart/from-statistic/${link}/${key}/log${before}`);
    if (page.length === 0) return log.reverse();
    log.push(...page);
  }
}

test(`${KILLS} killed processes and ${HANG_UPS} broken connections lose no acknowledged edit and make none twice`, async () => {
  const { cartKey: key } = await insist<Cart>('POST', `cart/from-statistic/${link}`);
  let over = false;
  let edits = 0;
  const orders = new Set<number>();
  const typing = async () => {
    while (!over || edits < HANG_UPS) {
      edits++;
      const hangUp = new AbortController();
      // Spread over the time that an edit takes; no chance in it, so that a failure repeats.
      if (edits <= HANG_UPS) setTimeout(() => hangUp.abort(), (edits * 7) % 23);
      await insist('PUT', `cart/${key}/${provider}/${edits}?edit=e${edits}`, hangUp.signal);
      const { rows } = await insist<Cart>('POST', `cart/from-statistic/${link}`);
      expect(rows[0], `after edit ${edits}`).toMatchObject({ selectedExact: String(edits), packs: edits });
      if (edits % 10 === 0) {
        const { order } = await insist<Order>('POST', `cart/from-statistic/${link}/${key}/orders`);
        orders.add(order);
      }
    }
  };
  const typed = typing();
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(((kill * 37) % KILLS) * (LAST_MILLISECONDS / KILLS));
    const place = kill % PROCESSES;
    servers[place]!.kill('SIGKILL');
    expect(await servers[place]!.ended).toBeNull();
    servers[place] = await start();
  }
  over = true;
  await typed;

  const log = await wholeLog(key);
  expect(log.map(({ rows }) => [rows[0]?.old, rows[0]?.new])).toEqual(
    Array.from({ length: edits }, (_, index) => [String(index), String(index + 1)]),
  );
  const { rows } = await database.pool.query<{ packs: string }>('select packs from orders order by version');
  // One for every tenth edit, each of another content.
  expect(rows.map(({ packs }) => Number(packs))).toEqual(
    Array.from({ length: Math.floor(edits / 10) }, (_, index) => 10 * (index + 1)),
  );
  expect(orders.size).toBe(rows.length);

  // Undone and done again through broken connections each step is taken once.
  const steps = Math.min(edits - 1, 20);
  for (const [kind, expected] of [
    ['undo', edits - steps],
    ['redo', edits],
  ] as const) {
    for (let step = 0; step < steps; step++) {
      const hangUp = new AbortController();
      setTimeout(() => hangUp.abort(), (step * 5) % 17);
      await insist('POST', `cart/from-statistic/${link}/${key}/${kind}?edit=${kind}${step}`, hangUp.signal);
    }
    const cart = await insist<Cart>('POST', `cart/from-statistic/${link}`);
    expect(cart.rows[0]).toMatchObject({ packs: expected });
  }
}, 600_000);
