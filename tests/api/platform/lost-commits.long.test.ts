import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { createPool } from '#server/platform/database/pool.ts';
import type { Cart } from '#shared/schemas/cart.ts';
import type { CustomerPage } from '#shared/schemas/customer-page.ts';
import type { Order } from '#shared/schemas/order.ts';
import type { CallListAnswer, CustomerOfProduct } from '#shared/schemas/portfolio-customers.ts';
import type { ListedStatistic } from '#shared/schemas/statistic.ts';
import { asSuperuser, type Cluster, startNewCluster, startStandby } from '#tests/support/cluster.ts';
import { quickFolder } from '#tests/support/data-directory.ts';
import { oldestPostgres } from '#tests/support/engines.ts';
import { addCustomer, addUser, publishReferenceData, signIn, uploadForm } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { original, provider, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

// PostgreSQL forgets what it had acknowledged: a standby takes over that had not received it, or a copy of the data
// directory is put back. Processes of the portal go on, and numbers of what is lost are given once more.

const bin = oldestPostgres.find();
const { name: postgres, packages } = oldestPostgres;
if (!bin)
  console.error(`LEFT OUT: nothing was tried with ${postgres}, as there is no ${packages.join()} here.`);

/** More than 32: so many values a sequence is ahead of on a standby, which it therefore does not give again. */
const AMOUNT = 45;

/** Packs of the original in an upload for the customer of that number. */
const packsLost = (customer: number) => 100 + customer;
const packsNew = (customer: number) => 500 + customer;
const PACKS_FIRST = 7;
const customers = Array.from({ length: AMOUNT }, (_, index) => index + 1);

/** CHF of the original and of its alternative: at first, as published and lost, and as published after that. */
const prices = { original: 20, alternative: 10 };
const pricesLost = { original: 21, alternative: 11 };
const pricesNew = { original: 22, alternative: 13 };

test.skipIf(!bin)(
  `what a standby (${postgres}) had not received when it took over is in no answer, and no order has the number of another`,
  async () => {
    const folder = await ownFolder();
    const primary = await startNewCluster(bin!, join(folder, 'primary'), { fsync: 'off' });
    onTestFinished(() => primary.stop('immediate'));
    const standby = await startStandby(bin!, primary, join(folder, 'standby'));
    onTestFinished(() => standby.stop('immediate'));
    const address = await startSwitch(primary);
    const portal = await openPortal(address.url);
    const first = await portal.begin();
    const { rows: written } = await asSuperuser(primary, 'select pg_current_wal_lsn()::text as lsn');
    const received = () =>
      asSuperuser(standby, `select pg_last_wal_replay_lsn() >= '${written[0].lsn}' as received`);
    await expect.poll(received).toMatchObject({ rows: [{ received: true }] });
    // Were replaying paused alone, it would have received what it replays once it is promoted.
    await asSuperuser(standby, "alter system set primary_conninfo = ''");
    await asSuperuser(standby, 'select pg_reload_conf()');
    const receiver = () => asSuperuser(standby, 'select from pg_stat_wal_receiver');
    await expect.poll(receiver).toMatchObject({ rowCount: 0 });

    const lost = await portal.lose(first);
    await primary.stop('immediate');
    await standby.run('pg_ctl', 'promote', '--silent', '--wait', `--pgdata=${standby.data}`);
    address.lead(standby);
    await portal.expectAllOwn(first, lost);
  },
);

test.skipIf(!bin).for([
  { also: '', published: undefined },
  { also: ', a catalogue among it,', published: pricesLost },
])(
  `what a copy of the data directory (${postgres}) that is put back does not have$also is in no answer, and no order has the number of another`,
  async ({ published }) => {
    const folder = await ownFolder();
    const cluster = await startNewCluster(bin!, join(folder, 'cluster'), { fsync: 'off' });
    onTestFinished(() => cluster.stop('immediate'));
    const portal = await openPortal(cluster.url);
    const first = await portal.begin();
    const copy = join(folder, 'copy');
    await cluster.stop('fast');
    await promisify(execFile)('cp', ['-a', cluster.data, copy]);
    await cluster.start();

    // On a standby, whose sequences are ahead, the revision of a catalogue would not be given again.
    const lost = await portal.lose(first, published);
    await cluster.stop('immediate');
    await rm(cluster.data, { recursive: true });
    await rename(copy, cluster.data);
    await cluster.start();
    await portal.expectAllOwn(first, lost);
  },
);

async function ownFolder(): Promise<string> {
  const folder = await quickFolder('portal-lost-');
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}

/** An address that leads to one cluster, and later to another: connections that there are end then. */
async function startSwitch(cluster: Cluster) {
  const sockets = new Set<Socket>();
  let target = cluster;
  const server = createServer((client) => {
    const upstream = connect(join(target.directory, '.s.PGSQL.5432'));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const url = new URL(cluster.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    lead(to: Cluster) {
      target = to;
      cut();
    },
  };
}

type Statistic = { bezugsStatistikID: number; directLinkId: string };
/** What was lost: all that was told of it. */
type Lost = { statistics: Statistic[]; tags: string[]; orders: number[] };

/** Two processes on a new portal, what is done with them before and after the loss, and what they then have to answer. */
async function openPortal(databaseUrl: string) {
  const pool = createPool(databaseUrl, { max: 2 });
  onTestFinished(() => pool.end());
  await migrate(pool);
  await fillSmallPortal(pool);
  await addUser(pool, { email: 'admin@portal.example', role: 'Admin' });
  for (const customer of customers) await addCustomer(pool, String(customer), `Customer ${customer}`);
  const database = { url: databaseUrl, pool, close: async () => undefined };
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void said.push(line) });
  const processes = await Promise.all([1, 2].map(() => startInstance(database, {}, log)));
  onTestFinished(async () => void (await Promise.all(processes.map(({ close }) => close()))));
  const urls = processes.map(({ url }) => url);
  const [one] = urls as [string, string];
  const [rep, admin] = await Promise.all([
    signIn(one, 'rep@portal.example'),
    signIn(one, 'admin@portal.example'),
  ]);
  return { begin, lose, expectAllOwn };

  /** What everybody has: a statistic and an order. */
  async function begin(): Promise<Statistic> {
    const first = await upload(one, '4711', PACKS_FIRST);
    await order(one, first, 1);
    return first;
  }

  /** What is acknowledged, looked at everywhere, and gone later; `published` too. */
  async function lose(first: Statistic, published?: typeof prices): Promise<Lost> {
    const statistics: Statistic[] = [];
    for (const customer of customers)
      statistics.push(await upload(urls[customer % 2]!, String(customer), packsLost(customer)));
    const last = statistics.at(-1)!;
    const orders: number[] = [];
    for (const packs of customers) orders.push((await order(urls[packs % 2]!, last, packs)).order);
    await feed(last.bezugsStatistikID);
    const tags = [...(await lookAround()), ...(published ? await lookAroundAt(published) : [])];
    return { statistics, tags: [...new Set(tags)], orders };

    async function lookAround(at = prices): Promise<string[]> {
      const seen: string[] = [];
      for (const url of urls) {
        for (const [customer, { directLinkId }] of [first, ...statistics].entries()) {
          const { tag, body } = await summary(url, directLinkId);
          const packs = customer === 0 ? PACKS_FIRST : packsLost(customer);
          expect(figuresIn(body)).toEqual(figuresOf(packs, at));
          seen.push(tag!);
        }
        expect(await packsCalled(url)).toEqual(expectedPacks(packsLost));
        expect(await packsBought(url)).toEqual(expectedPacks(packsLost));
        expect(await market(url)).toMatchObject({ qty: packsLost(AMOUNT) });
      }
      return seen;
    }

    async function lookAroundAt(at: typeof prices): Promise<string[]> {
      await publish(at);
      const seen = await lookAround(at);
      expect(await turnoverKept()).toEqual(customers.map((customer) => packsLost(customer) * at.original));
      return seen;
    }
  }

  /** Others are uploaded from the first moment on: what every process says of them is their own. */
  async function expectAllOwn(first: Statistic, lost: Lost): Promise<void> {
    const statistics: Statistic[] = [];
    const wrong: object[] = [];
    const notChanged: string[] = [];
    for (const customer of customers) {
      const uploaded = await upload(one, String(customer), packsNew(customer));
      statistics.push(uploaded);
      const link = uploaded.directLinkId;
      for (const [index, url] of urls.entries()) {
        const conditional = await summary(url, link, knownTo(lost));
        if (conditional.status === 304) notChanged.push(`process ${index}, customer ${customer}`);
        const figures = figuresIn((await summary(url, link)).body);
        if (!isDeepStrictEqual(figures, figuresOf(packsNew(customer))))
          wrong.push({ process: index, customer, ...figures });
      }
    }
    expect.soft(wrong, 'figures that are not of their own upload').toEqual([]);
    expect.soft(notChanged, 'links that are not new to who knows what is lost').toEqual([]);

    for (const url of urls) {
      const found = [];
      for (const { directLinkId } of lost.statistics)
        if ((await summary(url, directLinkId)).status !== 404) found.push(directLinkId);
      expect.soft(found, 'links that are lost').toEqual([]);
      const listed = await json<ListedStatistic[]>(url, 'statistics');
      expect
        .soft(listed.map(({ directLinkId, customerExternalId }) => [directLinkId, customerExternalId]))
        .toEqual([
          ...statistics.map(({ directLinkId }, index) => [directLinkId, String(index + 1)]).reverse(),
          [first.directLinkId, '4711'],
        ]);
      expect.soft(await packsCalled(url), 'packs of the call list').toEqual(expectedPacks(packsNew));
      expect.soft(await packsBought(url), 'packs of customers').toEqual(expectedPacks(packsNew));
    }

    // The one that has the number of another that everything was done with, where any has.
    const numbers = statistics.map(({ bezugsStatistikID }) => bezugsStatistikID);
    const same = Math.max(0, numbers.indexOf(lost.statistics.at(-1)!.bezugsStatistikID));
    const statistic = statistics[same]!;
    const packs = packsNew(same + 1);
    await feed(statistic.bezugsStatistikID);
    const numbered: number[] = [];
    for (const [index, url] of urls.entries()) {
      expect
        .soft(await market(url), 'the market')
        .toMatchObject({ qty: packs, turnoverPotential: packs * prices.alternative });
      const cart = await json<Cart>(url, `cart/from-statistic/${statistic.directLinkId}`, {});
      const offered = cart.rows.map(({ availableQuantity }) => availableQuantity);
      expect.soft(offered, 'packs that a cart offers').toEqual([packs]);
      const { order: number, content } = await order(url, statistic, index + 1);
      expect.soft(content.statistic.customerExternalId).toBe(String(same + 1));
      numbered.push(number);
    }
    expect.soft(Math.min(...numbered), 'numbers of orders').toBeGreaterThan(Math.max(...lost.orders));

    for (const { metrics } of processes)
      expect
        .soft(await metrics.registry.getSingleMetricAsString('portal_database_set_back_total'))
        .toMatch(/^portal_database_set_back_total 1$/m);
    expect.soft(said.filter((line) => line.includes('was set back'))).toHaveLength(processes.length);

    await publish(pricesNew);
    for (const url of urls) {
      const answers = [];
      for (const { directLinkId } of [first, ...statistics])
        answers.push((await summary(url, directLinkId, knownTo(lost))).body);
      expect
        .soft(answers.map(figuresIn), 'figures by prices that were published since')
        .toEqual([PACKS_FIRST, ...customers.map(packsNew)].map((each) => figuresOf(each, pricesNew)));
      expect.soft(await packsCalled(url), 'packs of the call list, then').toEqual(expectedPacks(packsNew));
      expect.soft(await packsBought(url), 'packs of customers, then').toEqual(expectedPacks(packsNew));
    }
    expect
      .soft(await turnoverKept(), 'turnover on pages of customers')
      .toEqual(customers.map((customer) => packsNew(customer) * pricesNew.original));
  }

  async function upload(url: string, customer: string, packs: number): Promise<Statistic> {
    const file = await workbook([[original, packs]]);
    const response = await answered(() =>
      fetch(`${url}/api/statistics`, {
        method: 'POST',
        headers: { authorization: `Bearer ${rep}`, accept: 'application/json' },
        body: uploadForm(file, { customerExternalId: customer, customerName: `Customer ${customer}` }),
      }),
    );
    const { bezugsStatistik } = await bodyOf<{ bezugsStatistik: Statistic }>(response);
    return bezugsStatistik;
  }

  async function summary(url: string, link: string, headers: Record<string, string> = {}) {
    const response = await answered(() =>
      fetch(`${url}/api/statistics/${link}/summary`, { headers: { accept: 'application/json', ...headers } }),
    );
    const text = await response.text();
    return {
      status: response.status,
      tag: response.headers.get('etag'),
      body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
    };
  }

  /** The order of so many packs. */
  async function order(url: string, { directLinkId }: Statistic, packs: number): Promise<Order> {
    const { cartKey } = await json<Cart>(url, `cart/from-statistic/${directLinkId}`, {});
    await json(url, `cart/${cartKey}/${provider}/${packs}`, undefined, 'PUT');
    return json<Order>(url, `cart/from-statistic/${directLinkId}/${cartKey}/orders`, undefined, 'POST');
  }

  /** Packs of the original by customer, on the call list and among who buys it. */
  async function packsCalled(url: string) {
    const { customers: called } = await json<CallListAnswer>(url, 'portfolio/call-list?limit=500');
    return byCustomer(called);
  }

  async function packsBought(url: string) {
    return byCustomer(await json<CustomerOfProduct[]>(url, `portfolio/customers?gtin=${original}&limit=500`));
  }

  async function feed(statistic: number): Promise<void> {
    const key = 'config/STOCKOUT_BEZUGS_STATISTIK_ID';
    await json(one, key, { value: statistic }, 'POST', admin);
  }

  function market(url: string): Promise<object> {
    return json<object>(url, 'portfolio/totals?stockOutSince=2026-01-01');
  }

  /** What the pages of customers say once it is reckoned by what is published. */
  async function turnoverKept() {
    const kept = [];
    for (const customer of customers) {
      const figures = async () =>
        (await json<CustomerPage>(one, `customers/${customer}`)).statistics[0]!.figures;
      await expect.poll(figures, { timeout: 120_000 }).toMatchObject({ current: true });
      kept.push((await figures())?.turnoverTotal);
    }
    return kept;
  }

  async function publish(to: typeof prices): Promise<void> {
    const { products, ...others } = smallCatalogue.catalogue;
    const changed = products
      .replace(`original,1,1,0,0,${prices.original},`, `original,1,1,0,0,${to.original},`)
      .replace(`generic,1,0,0,0,${prices.alternative},`, `generic,1,0,0,0,${to.alternative},`);
    await publishReferenceData(pool, { catalogue: { ...others, products: changed } });
  }

  async function json<Answer>(
    url: string,
    path: string,
    body?: object,
    method = body ? 'POST' : 'GET',
    token = rep,
  ): Promise<Answer> {
    const response = await answered(() =>
      fetch(`${url}/api/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    return bodyOf<Answer>(response);
  }
}

/** The first answer that is no failure of the server, which may not know yet where PostgreSQL is. */
async function answered(ask: () => Promise<Response>): Promise<Response> {
  const until = performance.now() + 60_000;
  for (;;) {
    const response = await ask();
    if (response.status < 500 || performance.now() > until) return response;
    await response.body?.cancel();
    await sleep(20);
  }
}

async function bodyOf<Answer>(response: Response): Promise<Answer> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** All of a statistic of so many packs of the original, each of which an alternative could be instead of. */
function figuresOf(packs: number, { original: price, alternative } = prices) {
  return { turnoverTotal: packs * price, totalQty: packs, potentialTotal: packs * alternative };
}

function figuresIn({ turnoverTotal, totalQty, potentialTotal }: Record<string, unknown>) {
  return { turnoverTotal, totalQty, potentialTotal };
}

/** As a browser asks that has kept what is lost: fetch would add cache-control: no-cache. */
function knownTo({ tags }: Lost): Record<string, string> {
  return { 'if-none-match': tags.join(', '), 'cache-control': 'max-age=0' };
}

function byCustomer(rows: readonly { customerExternalId: string | null; packs: number }[]) {
  return Object.fromEntries(rows.map(({ customerExternalId, packs }) => [customerExternalId, packs]));
}

function expectedPacks(packsOf: (customer: number) => number): Record<string, number> {
  return Object.fromEntries([
    ...customers.map((customer) => [String(customer), packsOf(customer)]),
    ['4711', PACKS_FIRST],
  ]);
}
