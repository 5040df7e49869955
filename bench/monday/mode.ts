import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import type { Pool } from 'pg';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { openRandom } from '#fixtures/random.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { benchFile } from '../import/file.ts';
import { type LoadedServer, startServer } from '../load/server.ts';
import { drawPaths } from '../load/traffic.ts';
import type { Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { ms, table } from '../table.ts';
import { timingOf, untilIdle } from '../timing.ts';
import { gtinsOf } from '../world/catalogue.ts';
import { benchLines } from '../world/lines.ts';
import { addSignedIn, fillPortal, storeStatistic, testUpload } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';

const STATISTICS = 500;
const LINES = 3000;
const SEEDS = 10;
const PORT = 41_330;
const MEGABYTE = 1024 * 1024;
/** Statistics that people have looked at already today; the others are opened by the first who does. */
const OPENED = 150;
const PEOPLE = 20;
const ADMINS = 8;

/** What is offered per second, whether the answers before have come or not. */
const rates = { views: 20, coldOpenings: 0.5, edits: 5, uploads: 0.2 } as const;
/** So long that a p99 of edits is not one edit alone, and that uploads are more than a handful. */
const USUAL_SECONDS = 240;
const RUSH = 3;
const RUSH_SECONDS = 20;
const RECOVERY_SECONDS = 5;

/** p99 in milliseconds that the product promises, by kind of request. */
const promises = { opened: 150, cold: 500, edit: 200, upload: 1000 } as const;
type Kind = keyof typeof promises;

type Answer = { kind: Kind; milliseconds: number; status: number; retryAfter: boolean };

type Person = { headers: Record<string, string>; cartKey: string; gtins: string[] };

type Scene = {
  url: string;
  people: Person[];
  /** Several, so that none comes to a limit per user. */
  admins: Record<string, string>[];
  opened: string[];
  unopened: string[];
  workbook: Uint8Array;
  deliveries: Uint8Array;
};

export const mondayMode: Mode = {
  name: 'monday',
  summary: `${STATISTICS} statistics, ${rates.views} views/s and ${rates.edits} edits/s offered while two exports, a proposal and an import of 200,000 lines run; then ${RUSH} times as much`,
  async run({ seconds, file }) {
    const entries: Entry[] = [];
    await withPostgres(async (postgres) => {
      const pool = createPool(postgres.url);
      const filled = await fill(pool, file);
      await pool.end();
      const server = await startServer({
        databaseUrl: postgres.url,
        companies: filled.companies,
        port: PORT,
        resultCacheBytes: 64 * MEGABYTE,
        statisticsMemoryBytes: 512 * MEGABYTE,
      });
      try {
        const scene = await begin(server, filled);
        await untilIdle(async () => (await server.report()).cpuMs);
        const usual = await offer(server, scene, 1, Math.max(USUAL_SECONDS, seconds), true);
        const rush = await offer(server, scene, RUSH, RUSH_SECONDS, false);
        await sleep(RECOVERY_SECONDS * 1000);
        const after = await offer(server, scene, 1, 10, false);
        entries.push(...told('usual', usual), ...told('rush', rush), ...told('after', after));
        entries.push(...verdicts(usual, rush, after));
      } finally {
        await server.stop();
      }
    });
    return { entries, notDone: [] };
  },
};

type Filled = Omit<Scene, 'url' | 'people'> & { companies: readonly string[]; tokens: string[] };

async function fill(pool: Pool, file: string | undefined): Promise<Filled> {
  const world = await openBenchWorld();
  try {
    const { userId } = await fillPortal(pool, world);
    const ids: string[] = [];
    for (let index = 0; index < STATISTICS; index++) {
      const lines = await benchLines(world.engine, LINES, 1 + (index % SEEDS));
      ids.push((await storeStatistic(pool, userId, lines, LINES)).directLinkId);
    }
    const tokens: string[] = [];
    for (let person = 0; person < PEOPLE; person++)
      tokens.push((await addSignedIn(pool, `rep${person}`, { fullDataAccess: true })).token);
    const admins: Scene['admins'] = [];
    for (let place = 0; place < ADMINS; place++) {
      const { token } = await addSignedIn(pool, `admin${place}`, { role: 'Admin', fullDataAccess: true });
      admins.push({ authorization: `Bearer ${token}` });
    }
    return {
      companies: world.providerCompanies,
      tokens,
      admins,
      opened: ids.slice(0, OPENED),
      unopened: ids.slice(OPENED),
      workbook: await workbookOf(await gtinsOf(world.engine, world.catalogue)),
      deliveries: await readFile(await benchFile(file)),
    };
  } finally {
    await world.close();
  }
}

async function workbookOf(gtins: readonly string[]): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Bezug');
  sheet.addRow(['GTIN', 'Menge']);
  for (let row = 0; row < LINES; row++) sheet.addRow([gtins[row % gtins.length]!, 1 + (row % 7)]);
  return new Uint8Array((await book.xlsx.writeBuffer()) as ArrayBuffer);
}

/** Everybody has a cart, and what people look at all day is open. */
async function begin(server: LoadedServer, { tokens, ...filled }: Filled): Promise<Scene> {
  const { url } = server;
  const people: Person[] = [];
  for (const [index, token] of tokens.entries()) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const link = filled.opened[index % filled.opened.length];
    const answer = await fetch(`${url}/api/cart/from-statistic/${link}`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    if (!answer.ok) throw new Error(`A cart was answered ${answer.status}: ${await answer.text()}`);
    const { cartKey, rows } = (await answer.json()) as {
      cartKey: string;
      rows: { cartRowID: string }[];
    };
    people.push({ headers, cartKey, gtins: rows.map(({ cartRowID }) => cartRowID) });
  }
  for (const link of filled.opened)
    await (await fetch(`${url}/api/statistics/${link}/summary`)).arrayBuffer();
  return { url, people, ...filled };
}

type Offered = {
  answers: Answer[];
  /** Work that went on beside it, ended so many times; what was refused or failed of it is no load. */
  beside: Record<string, number>;
  besideNotDone: number;
  seconds: number;
  generatorCpuMs: number;
  serverCpuMs: number;
  peakRssMb: number;
};

/** Offers `times` the rates for so long, each request at its own moment; `beside`: with exports, proposal and import. */
async function offer(
  server: LoadedServer,
  scene: Scene,
  times: number,
  seconds: number,
  beside: boolean,
): Promise<Offered> {
  const random = openRandom(times, 'monday');
  const nextView = drawPaths(scene.opened, times);
  const answers: Answer[] = [];
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const cpu = process.cpuUsage();
  const before = await server.report();
  const done: Record<string, number> = {};
  let notDone = 0;
  const works: Promise<void>[] = [];
  const arrow = { accept: `${ARROW_STREAM}, application/json;q=0.5`, 'accept-encoding': 'zstd, br, gzip' };

  async function ask(kind: Kind, due: number, path: string, init: RequestInit): Promise<void> {
    const answer = await fetch(scene.url + path, init).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    answers.push({
      kind,
      // From when it was due: what waits for a busy generator or server counts.
      milliseconds: performance.now() - due,
      status: answer?.status ?? 0,
      retryAfter: answer?.headers.has('retry-after') ?? false,
    });
  }

  const kinds: [rate: number, send: (due: number) => Promise<void>][] = [
    [
      rates.views,
      (due) => {
        const { headers } = random.pick(scene.people);
        return ask('opened', due, nextView(), { headers: { ...headers, ...arrow } });
      },
    ],
    [
      rates.coldOpenings,
      async (due) => {
        const link = scene.unopened.pop();
        const { headers } = random.pick(scene.people);
        if (link)
          await ask('cold', due, `/api/statistics/${link}/summary`, { headers: { ...headers, ...arrow } });
      },
    ],
    [
      rates.edits,
      (due) => {
        const { headers, cartKey, gtins } = random.pick(scene.people);
        const path = `/api/cart/${cartKey}/${random.pick(gtins)}/${random.integer(1, 50)}`;
        return ask('edit', due, path, { method: 'PUT', headers });
      },
    ],
    [
      rates.uploads,
      (due) => {
        const { headers } = random.pick(scene.people);
        return ask('upload', due, '/api/statistics', upload(headers, scene.workbook));
      },
    ],
  ];
  for (const [rate, send] of kinds) works.push(arrivals(rate * times, until, random, send));
  if (beside) {
    const again = async (name: string, path: () => string, init: () => RequestInit, pause = 0) => {
      while (performance.now() < until) {
        const answer = await fetch(scene.url + path(), init());
        await answer.arrayBuffer();
        const what = answer.ok ? name : `${name} answered ${answer.status}`;
        done[what] = (done[what] ?? 0) + 1;
        if (!answer.ok) notDone++;
        await sleep(answer.ok ? pause : 1000);
      }
    };
    const somebody = () => random.pick(scene.people).headers;
    const exported = () => `/api/statistics/${random.pick(scene.opened)}/download-excel`;
    works.push(
      again('exports', exported, () => ({ headers: somebody() })),
      again('exports', exported, () => ({ headers: somebody() })),
      again(
        'proposals',
        () => '/api/merged-products/portfolio-proposal',
        () => ({ headers: random.pick(scene.admins) }),
        // It takes ten milliseconds: nobody asks for it a hundred times a second.
        1000,
      ),
      again(
        'imports of 200,000 lines',
        () => '/api/statistics',
        () => upload(somebody(), scene.deliveries),
      ),
    );
  }
  await Promise.all(works);
  const { user, system } = process.cpuUsage(cpu);
  const after = await server.report();
  return {
    answers,
    beside: done,
    besideNotDone: notDone,
    seconds: (performance.now() - begun) / 1000,
    generatorCpuMs: (user + system) / 1000,
    serverCpuMs: after.cpuMs - before.cpuMs,
    peakRssMb: after.peakRssMb,
  };
}

function upload(headers: Record<string, string>, workbook: Uint8Array): RequestInit {
  return {
    method: 'POST',
    headers: { authorization: headers.authorization!, accept: 'application/json' },
    body: testUpload(workbook, 'bezug.xlsx'),
  };
}

/** Calls `send` at random moments, so often a second on average, and waits for the last answers. */
async function arrivals(
  perSecond: number,
  until: number,
  random: ReturnType<typeof openRandom>,
  send: (due: number) => Promise<void>,
): Promise<void> {
  const sent: Promise<void>[] = [];
  let due = performance.now();
  for (;;) {
    due += (-Math.log(1 - random.next()) / perSecond) * 1000;
    if (due >= until) break;
    await sleep(Math.max(0, due - performance.now()));
    sent.push(send(due));
  }
  await Promise.all(sent);
}

function told(phase: string, { answers, ...offered }: Offered): Entry[] {
  const entries = (Object.keys(promises) as Kind[]).flatMap((kind): Entry[] => {
    const own = answers.filter((answer) => answer.kind === kind);
    if (own.length === 0) return [];
    const refused = own.filter(isRefused).length;
    const failed = own.filter(({ status }) => status !== 200 && status !== 503).length;
    const { p50, p95, p99, max } = timingOf(own.map(({ milliseconds }) => milliseconds));
    return [{ phase, kind, requests: own.length, p50, p95, p99, max, refused, failed }];
  });
  console.log(
    `\n## ${phase}: ${offered.seconds.toFixed(0)} s, processor time of the server ${(offered.serverCpuMs / 1000).toFixed(1)} s and of the generator ${(offered.generatorCpuMs / 1000).toFixed(1)} s, ${Math.round(offered.peakRssMb)} MB at the peak${Object.entries(
      offered.beside,
    )
      .map(([name, count]) => `, ${count} ${name}`)
      .join('')}\n\n${table(
      ['', 'requests', 'p50', 'p95', 'p99', 'max', 'refused', 'failed'],
      entries.map(({ kind, requests, p50, p95, p99, max, refused, failed }) => [
        String(kind),
        String(requests),
        ...[p50, p95, p99, max].map((value) => ms(Number(value))),
        String(refused),
        String(failed),
      ]),
    )}`,
  );
  const { beside, ...sums } = offered;
  return [...entries, { phase, ...sums, ...beside }];
}

function isRefused({ status }: Answer): boolean {
  return status === 503;
}

function verdicts(usual: Offered, rush: Offered, after: Offered): Entry[] {
  const p99 = ({ answers }: Offered, kind: Kind) =>
    timingOf(answers.filter((answer) => answer.kind === kind).map(({ milliseconds }) => milliseconds)).p99;
  const count = ({ answers }: Offered, is: (answer: Answer) => boolean) => answers.filter(is).length;
  const isBroken = (answer: Answer) => answer.status !== 200 && !(isRefused(answer) && answer.retryAfter);
  const verdict = [
    ...(Object.keys(promises) as Kind[]).map((kind) => ({
      target: `${kind}, p99 ms`,
      measured: p99(usual, kind),
      limit: promises[kind],
    })),
    { target: 'refused or failed', measured: count(usual, ({ status }) => status !== 200), limit: 0 },
    { target: 'refused or failed of what runs beside', measured: usual.besideNotDone, limit: 0 },
    {
      target: 'answers in the rush that are neither right nor 503 with Retry-After',
      measured: count(rush, isBroken),
      limit: 0,
    },
    {
      target: 'refused or failed after the rush',
      measured: count(after, ({ status }) => status !== 200),
      limit: 0,
    },
    { target: 'opened after the rush, p99 ms', measured: p99(after, 'opened'), limit: promises.opened },
  ].map((each) => ({ ...each, met: each.measured <= each.limit }));
  console.log(
    `\n${table(
      ['target', 'measured', 'wanted', 'met'],
      verdict.map(({ target, measured, limit, met }) => [
        target,
        Number.isInteger(measured) ? String(measured) : ms(measured),
        `≤ ${limit}`,
        met ? 'yes' : 'NO',
      ]),
    )}`,
  );
  return verdict;
}
