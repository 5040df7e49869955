import { ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoUsers } from '#fixtures/people.ts';
import { closing } from '#server/platform/closing.ts';
import type { Cart } from '#shared/schemas/cart.ts';
import type { CatalogueProposalAnswer } from '#shared/schemas/merged-products.ts';
import { readCalls } from '../support/api-calls.ts';
import { testDatabase } from '../support/database.ts';
import { uploadForm } from '../support/portal.ts';
import { type Seeded, seeded } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';
import { original, workbook } from '../support/small-catalogue.ts';
import { formOf } from '../support/template-files.ts';
import { residentMegabytes } from './memory.ts';

const PASSWORD = 'Vier-Birnen-am-Wegrand';
const PROCESSES = 2;
const PEOPLE = 6;
/** Milliseconds between two requests of a person, at most. */
const LONGEST_PAUSE = 400;
const PUBLISH_EVERY = 60_000;
const SAMPLE_EVERY = 2000;
/** So long nobody asks for anything, before memory counts as idle. */
const REST_MILLISECONDS = 10_000;
/** The first part of a run, in which caches fill, counts for no slope. */
const WARM_SHARE = 1 / 3;
/** Of a process that has been at rest, above what it had after the first part. */
const MOST_GROWN_MEGABYTES = 100;

export type SoakOptions = { seed: number; amount?: number; seconds?: number };

export type SoakReport = {
  requests: Record<string, number>;
  publications: number;
  /** In megabytes, of each process: at rest after the first part and at the end, the most, and how it grows at work. */
  processes: { restedBefore: number; restedAfter: number; peak: number; perMinute: number }[];
};

/**
 * Mixed traffic on the demo world and two processes, with a publication a minute, for `seconds`: every request is answered, and
 * what processes have in memory stays as it is.
 * @throws {Error} where it grows, or something is answered with the server's own error
 */
export async function soak({ seed, amount, seconds = amount ?? 0 }: SoakOptions): Promise<SoakReport> {
  const database = await testDatabase();
  const temporary = await mkdtemp(join(tmpdir(), 'portal-soak-'));
  const environment = {
    DATABASE_URL: database.url,
    TMPDIR: temporary,
    DATA_DIR: join(temporary, 'data'),
    DEMO: 'on',
    DEMO_PASSWORD: PASSWORD,
    DISK_RESERVE: '16',
    LOG_LEVEL: 'error',
  };
  const servers = [await startServerProcess(environment)];
  while (servers.length < PROCESSES) servers.push(await startServerProcess(environment));
  const close = closing(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await database.close();
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  });
  try {
    const urls = servers.map(({ url }) => url);
    const requests: Record<string, number> = {};
    const people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, at) => openPerson(urls, seed + at, requests, at === 0)),
    );
    let publications = 0;
    const work = async (milliseconds: number) => {
      const end = Date.now() + milliseconds;
      const isOver = () => Date.now() >= end;
      await Promise.all([
        ...people.map(async (person) => {
          while (!isOver()) {
            await person.act();
            await sleep(person.random.below(LONGEST_PAUSE));
          }
        }),
        (async () => {
          for (let next = Date.now(); !isOver(); await sleep(200)) {
            if (Date.now() < next) continue;
            next = Date.now() + PUBLISH_EVERY;
            await people[0]!.publish(publications++);
          }
        })(),
      ]);
    };
    const resting = async () => {
      await sleep(REST_MILLISECONDS);
      return servers.map(({ pid }) => residentMegabytes(pid));
    };

    await work(1000 * seconds * WARM_SHARE);
    const before = await resting();
    const samples: { minutes: number; megabytes: number[] }[] = [];
    const startedAt = Date.now();
    const sampling = setInterval(() => {
      const minutes = (Date.now() - startedAt) / 60_000;
      samples.push({ minutes, megabytes: servers.map(({ pid }) => residentMegabytes(pid)) });
    }, SAMPLE_EVERY);
    await work(1000 * seconds * (1 - WARM_SHARE)).finally(() => clearInterval(sampling));
    const after = await resting();
    for (const [at, megabytes] of after.entries())
      ok(megabytes - before[at]! < MOST_GROWN_MEGABYTES, `at rest ${before[at]} MB became ${megabytes}`);
    const said = servers.flatMap((server) =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    );
    ok(said.length === 0, `the server says ${said.slice(0, 3).join('\n')}`);
    return {
      requests,
      publications,
      processes: servers.map((_, at) => ({
        restedBefore: before[at]!,
        restedAfter: after[at]!,
        peak: Math.max(...samples.map(({ megabytes }) => megabytes[at]!)),
        perMinute: slopeOf(samples.map(({ minutes, megabytes }) => [minutes, megabytes[at]!])),
      })),
    };
  } finally {
    await close();
  }
}

type Person = { random: Seeded; act: () => Promise<void>; publish: (round: number) => Promise<void> };

async function openPerson(
  urls: readonly string[],
  seed: number,
  requests: Record<string, number>,
  isAdmin: boolean,
): Promise<Person> {
  const random = seeded(seed);
  const named = demoUsers.filter(({ role }) => (role === 'Admin') === isAdmin);
  const { email } = named[seed % named.length]!;
  const { token } = JSON.parse(
    (await send('POST', 'users/authenticate', JSON.stringify({ email, password: PASSWORD }))).toString(),
  ) as { token: string };
  const json = async <Answer>(method: string, path: string, body?: string | FormData): Promise<Answer> =>
    JSON.parse((await send(method, path, body, token)).toString());
  const links = (await json<{ directLinkId: string; active: boolean }[]>('GET', 'statistics'))
    .filter(({ active }) => active)
    .map(({ directLinkId }) => directLinkId);
  const calls = (await readCalls(urls[0]!)).filter(
    ({ method, path, parameters }) =>
      method === 'get' &&
      parameters.every(({ required, name }) => !required || name === 'id') &&
      !isLeftOut(path),
  );
  const views = calls.filter(({ path }) => path.startsWith('/api/statistics/{id}/'));
  const market = calls.filter(
    ({ path }) =>
      /^\/api\/(stockout|portfolio|manufacturer|orders|customer)/.test(path) && !path.includes('{'),
  );

  return {
    random,
    async act() {
      const link = random.pick(links);
      const share = random.below(100);
      if (share < 80)
        await send(
          'GET',
          random.pick(views).path.slice('/api/'.length).replace('{id}', link),
          undefined,
          token,
        );
      else if (share < 88 && market.length > 0)
        await send('GET', random.pick(market).path.slice('/api/'.length), undefined, token);
      else if (share < 97) {
        const cart = await json<Cart>('POST', `cart/from-statistic/${link}`, '{}');
        const row = cart.rows[random.below(Math.max(1, cart.rows.length))];
        if (row)
          await send('PUT', `cart/${cart.cartKey}/${row.gtin}/${1 + random.below(50)}`, undefined, token);
      } else if (share < 99) {
        const rows = Array.from({ length: 300 }, () => [original, 1 + random.below(9)] as const);
        const fields = { testUpload: 'true', customerExternalId: undefined, customerName: undefined };
        await send('POST', 'statistics', uploadForm(await workbook(rows), fields), token);
      } else await send('GET', `statistics/${link}/excel`, undefined, token);
    },
    async publish(round) {
      const prices = `gtin;description\n${original};Soak ${round}\n`;
      const form = formOf({ key: 'own-attributes', reason: 'Whatever it says' }, prices, `${round}.csv`);
      await send('PUT', 'templatefiles', form, token);
      const { id } = await json<CatalogueProposalAnswer>('POST', 'merged-products/proposals', '{}');
      await send('POST', `merged-products/proposals/${id}/publish`, '{}', token);
    },
  };

  async function send(
    method: string,
    path: string,
    body?: string | FormData,
    bearer?: string,
  ): Promise<Buffer> {
    const response = await fetch(`${random.pick(urls)}/api/${path}`, {
      method,
      headers: {
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    requests[response.status] = (requests[response.status] ?? 0) + 1;
    // What is costly is bounded for each; a statistic may not have what another has.
    if (response.status >= 500 && response.headers.get('retry-after') === null)
      throw new Error(`${method} ${path}: ${response.status} ${bytes.toString('utf8', 0, 500)}`);
    return bytes;
  }
}

/** Files and what needs a name beside the statistic's. */
const isLeftOut = (path: string) =>
  /excel|visit|handout|consent|file|image|pdf/.test(path.replace('/api/statistics/{id}', '')) ||
  /\{(?!id\})/.test(path);

/** By least squares, rounded to a tenth. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (place: 0 | 1) => points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const above = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  const below = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return Math.round((10 * above) / below) / 10;
}
