import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { type Engine, openEngine } from '#analytics/engine.ts';
import { type Announcer, openAnnouncer } from '#server/platform/cache-invalidation/announcer.ts';
import { createClient } from '#server/platform/database/pool.ts';
import { publish, type ReferenceData } from '#server/reference-data/publishing/publish.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addCustomer, addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { rounds } from '#tests/support/rounds.ts';
import { startInstance } from '#tests/support/server.ts';
import { generic, original, provider, smallCatalogue, workbook } from '#tests/support/small-catalogue.ts';

/** The last revision that is published while clients ask. */
const LAST = rounds({ short: 2, long: 7 });
const instanceCount = 3;
const clientsPerInstance = 4;

/**
 * Reference data of revision n: the small catalogue at n times its prices, under names that tell n. In odd revisions
 * the original is not deliverable, in even ones the provider's product. Every figure, name and flag thus tells n.
 */
function revision(n: number): Required<ReferenceData> {
  const { products, ...others } = smallCatalogue.catalogue!;
  const rows = products
    .trim()
    .split('\n')
    .map((line, index) => {
      if (index === 0) return line;
      const cells = line.split(',');
      cells[2] = `${cells[2]} r${n}`;
      cells[4] = `C09AA0${n % 10}`;
      for (const price of [15, 16]) cells[price] = (Number(cells[price]) * n).toFixed(2);
      return cells.join(',');
    });
  return {
    catalogue: { ...others, products: [...rows, ''].join('\n') },
    stockouts: {
      csv: `gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn
${n % 2 === 1 ? original : provider},2026-0${n}-01,2026-0${n}-02,,\n`,
      date: `2026-0${n}-03`,
      force: 'one product after the other',
    },
  };
}

let database: TestDatabase;
let instances: Awaited<ReturnType<typeof startInstance>>[];
let engine: Engine;
let announcer: Announcer;
let directory: string;
let link: string;

const publishRevision = (n: number) =>
  publish(database.pool, engine, revision(n), ['Provider AG'], announcer.everyoneHasHeard);

beforeAll(async () => {
  database = await testDatabase();
  directory = await mkdtemp(join(tmpdir(), 'portal-revisions-'));
  engine = await openEngine({ directory, connections: 1 });
  announcer = openAnnouncer(database.url);
  await publishRevision(1);
  instances = await Promise.all(Array.from({ length: instanceCount }, () => startInstance(database)));
  await addUser(database.pool, { email: 'rep@portal.example', name: 'Rep' });
  await addCustomer(database.pool, '4711', 'Pharmacy');
  const { url } = instances[0]!;
  const file = await workbook([
    [original, 3],
    [generic, 4],
    [provider, 2],
  ]);
  const response = await postStatistic(url, await signIn(url, 'rep@portal.example'), uploadForm(file));
  expect(response.status).toBe(200);
  const { bezugsStatistik } = (await response.json()) as { bezugsStatistik: { directLinkId: string } };
  link = bezugsStatistik.directLinkId;
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await database.close();
  await announcer.close();
  engine.close();
  await rm(directory, { recursive: true, force: true });
});

type Row = Record<string, unknown>;

/** Reads the answer of a view and gives the revision it is of; fails when it is not wholly of one. */
const readers: Record<string, (rows: Row[]) => number> = {
  summary([row]) {
    const n = row!.catalogueRevision as number;
    // 3 × 20 + 4 × 12 + 2 × 10; seven packs could be replaced at CHF 10.
    expect(row).toMatchObject({ turnoverTotal: 128 * n, turnoverProvider: 20 * n, potentialTotal: 70 * n });
    return n;
  },
  manufacturers(rows) {
    const n = (rows[0]!.turnoverPotential as number) / 40;
    expect(
      rows.map(({ manufacturerName, efPreisSum, pPreisSum }) => [manufacturerName, efPreisSum, pPreisSum]),
    ).toEqual([
      ['Generic AG', 48 * n, 89 * n],
      ['Original AG', 60 * n, 106.5 * n],
      ['Provider AG', 20 * n, expect.closeTo(39.8 * n, 8)],
    ]);
    return n;
  },
  product(rows) {
    const n = (rows[0]!.efPreis2 as number) / 10;
    const told = rows.map((row) => [
      row.productName,
      row.alternativeProductName,
      row.atc,
      row.efPreis1,
      row.efPreis2,
    ]);
    expect(told).toEqual([
      [`Generic 10 mg 30 Tabl r${n}`, `Provider 10 mg 30 Tabl r${n}`, `C09AA0${n}`, 12 * n, 10 * n],
      [`Original 10 mg 30 Tabl r${n}`, `Provider 10 mg 30 Tabl r${n}`, `C09AA0${n}`, 20 * n, 10 * n],
      [`Provider 10 mg 30 Tabl r${n}`, null, `C09AA0${n}`, 10 * n, null],
    ]);
    const odd = n % 2 === 1;
    expect(rows.map(({ stockOut1 }) => stockOut1)).toEqual([false, odd, !odd]);
    expect(rows.map(({ stockOut2 }) => stockOut2)).toEqual([!odd, !odd, null]);
    return n;
  },
};

/** Asks as our client does: Arrow or JSON, with the ETag of the answer before. */
class Client {
  readonly url: string;
  readonly arrow: boolean;
  readonly known = new Map<string, { tag: string; rows: Row[] }>();
  constructor(url: string, arrow: boolean) {
    this.url = url;
    this.arrow = arrow;
  }

  async ask(view: string): Promise<number> {
    const known = this.known.get(view);
    const response = await fetch(`${this.url}/api/statistics/${link}/${view}`, {
      headers: {
        accept: this.arrow ? ARROW_STREAM : 'application/json',
        ...(known ? { 'if-none-match': known.tag } : {}),
      },
    });
    if (response.status === 304) return readers[view]!(known!.rows);
    expect(response.status).toBe(200);
    const rows = this.arrow ? await arrowRows(response) : [(await response.json()) as Row | Row[]].flat();
    this.known.set(view, { tag: response.headers.get('etag')!, rows });
    return readers[view]!(rows);
  }
}

async function arrowRows(response: Response): Promise<Row[]> {
  const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
  return table.toArray().map((row) => row.toJSON() as Row);
}

test('while revisions are published, every answer is of one of them, and of the new one at once everywhere', async () => {
  const clients = instances.flatMap(({ url }) =>
    Array.from({ length: clientsPerInstance }, (_, index) => new Client(url, index % 2 === 0)),
  );
  let published = 1;
  let running = true;
  let answers = 0;
  const stale: string[] = [];
  const views = Object.keys(readers);
  async function keepAsking(client: Client, start: number): Promise<void> {
    for (let count = start; running; count++) {
      const view = views[count % views.length]!;
      const least = published;
      const seen = await client.ask(view);
      answers++;
      if (seen < least) stale.push(`${view}: ${seen} after ${least}`);
    }
  }
  async function keepPublishing(): Promise<void> {
    for (let n = 2; n <= LAST; n++) {
      await publishRevision(n);
      published = n;
      const seen = await Promise.all(clients.map((client) => client.ask('summary')));
      expect(new Set(seen)).toEqual(new Set([n]));
      await sleep(50);
    }
  }
  const traffic = clients.map(keepAsking);
  await keepPublishing().finally(() => {
    running = false;
    return Promise.allSettled(traffic);
  });
  await Promise.all(traffic);
  expect(stale).toEqual([]);
  expect(answers).toBeGreaterThan(20);
});

test('a process that hangs holds a publication up for moments and not for ever', async () => {
  const hung = createClient(database.url, 'assortment-portal changes');
  await hung.connect();
  const started = performance.now();
  await publishRevision(LAST + 1);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(await new Client(instances[1]!.url, false).ask('summary')).toBe(LAST + 1);
  await hung.end();
});
