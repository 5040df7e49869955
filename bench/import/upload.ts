import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { openEngine } from '#analytics/engine.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { publish } from '#server/reference-data/publishing/publish.ts';
import { startServer } from '../load/server.ts';
import type { Entry } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { bytes, ms, ratio, table } from '../table.ts';
import { fillPortal, testUpload } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';

const UPLOADS = 16;
/**
 * By then every thread has grown to what it keeps: of 25 uploads of a .csv the peak stays as it is from the sixth on. What V8
 * keeps of threads that have ended goes on for longer: of 60 uploads of an .xls it stays from the 33rd on, a good quarter above
 * the eighth.
 */
const SETTLED = 8;
const PORT = 41_320;
const MEGABYTE = 1024 * 1024;

/** Whose the portfolio of the reference data is. */
const realCompanies = ['Sandoz Pharmaceuticals AG'];

/** A file to upload: in how many milliseconds its summary is promised after the first upload, and with how many bytes above idle. */
export type Uploaded = { path: string; readableMs: number; peakBytes: number };

/**
 * What the product promises for every file: milliseconds of event-loop delay, and by how much the last upload's peak may
 * exceed that of the upload that is SETTLED, apart from the statistics that stay open, which STATISTICS_MEMORY bounds.
 */
const promises = { delayP99: 50, growth: 1.25 } as const;

/**
 * Files uploaded as the browser does it, each to a server of its own, until the dashboard's summary has been read: time by
 * stage, memory and event-loop delay of the server. A catalogue that lies beside the folder of `reference` is published.
 */
export async function measureUploads(reference: string, files: readonly Uploaded[]): Promise<Entry[]> {
  return withPostgres(async (postgres) => {
    const prepared = await prepare(postgres.url, reference);
    const entries: Entry[] = [];
    for (const file of files) entries.push(...(await measureUpload(postgres.url, prepared, file)));
    return entries;
  });
}

async function measureUpload(
  databaseUrl: string,
  { token, companies }: Awaited<ReturnType<typeof prepare>>,
  file: Uploaded,
): Promise<Entry[]> {
  const { path } = file;
  const server = await startServer({
    databaseUrl,
    companies,
    port: PORT,
    resultCacheBytes: 64 * MEGABYTE,
    statisticsMemoryBytes: 512 * MEGABYTE,
  });
  try {
    const entries: Entry[] = [];
    const idle = (await server.report()).rssMb;
    for (let index = 0; index < UPLOADS; index++) {
      server.reset();
      const upload = await uploadAndRead(server.url, token, path);
      const { peakRssMb, statisticsMb, delayP99, delayMax } = await server.report();
      entries.push({
        file: basename(path),
        upload: index + 1,
        ...upload,
        peakAboveIdle: (peakRssMb - idle) * 1e6,
        statisticsBytes: statisticsMb * 1e6,
        delayP99,
        delayMax,
      });
    }
    print(file, entries);
    return entries;
  } finally {
    await server.stop();
  }
}

async function prepare(url: string, path: string): Promise<{ token: string; companies: readonly string[] }> {
  const pool = createPool(url);
  const world = await openBenchWorld();
  try {
    const { token } = await fillPortal(pool, world);
    const real = await publishBeside(pool, path);
    return { token, companies: real ? realCompanies : world.providerCompanies };
  } finally {
    await world.close();
    await pool.end();
  }
}

/** Publishes the catalogue that lies beside the file's folder, so that its rows match; tells whether there is one. */
async function publishBeside(pool: ReturnType<typeof createPool>, path: string): Promise<boolean> {
  const csv = (name: string) => join(dirname(dirname(path)), `${name}.csv`);
  if (!existsSync(csv('catalogue'))) return false;
  const directory = await mkdtemp(join(tmpdir(), 'portal-bench-publish-'));
  const engine = await openEngine({ directory });
  try {
    const text = (name: string) => readFile(csv(name), 'utf8');
    const catalogue = {
      products: await text('catalogue'),
      portfolio: await text('portfolio'),
      exclusive: await text('exclusive'),
      priceDate: '2026-01-01',
    };
    const stockouts = { csv: await text('stockouts') };
    // Nobody listens yet.
    await publish(pool, engine, { catalogue, stockouts }, realCompanies, async () => undefined);
    return true;
  } finally {
    engine.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function uploadAndRead(url: string, token: string, path: string) {
  const form = testUpload(readFileSync(path), basename(path));
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const started = performance.now();
  const response = await fetch(`${url}/api/statistics`, { method: 'POST', headers, body: form });
  const answer = (await response.json()) as {
    report: { imported: number; matchedByGtin: number; timings: Record<string, number> };
    bezugsStatistik: { directLinkId: string };
  };
  if (!response.ok) throw new Error(`The upload failed: ${JSON.stringify(answer)}`);
  const uploaded = performance.now();
  const summary = await fetch(`${url}/api/statistics/${answer.bezugsStatistik.directLinkId}/summary`);
  await summary.json();
  const { imported, matchedByGtin, timings } = answer.report;
  const finished = performance.now();
  return {
    imported,
    matchedByGtin,
    ...timings,
    summaryMs: finished - uploaded,
    readableMs: finished - started,
  };
}

function print({ path, readableMs, peakBytes }: Uploaded, entries: Entry[]): void {
  console.log(
    `\n## ${basename(path)} uploaded over HTTP to a server of its own, until its summary is read\n`,
  );
  const number = (entry: Entry, key: string) => Number(entry[key]);
  console.log(
    table(
      [
        'upload',
        'reading',
        'matching',
        'saving',
        'summary',
        'readable ms',
        'peak above idle',
        'of it statistics',
        'loop p99',
        'loop max',
      ],
      entries.map((entry) => [
        String(entry.upload),
        ms(number(entry, 'reading')),
        ms(number(entry, 'matching')),
        ms(number(entry, 'saving')),
        ms(number(entry, 'summaryMs')),
        ms(number(entry, 'readableMs')),
        bytes(number(entry, 'peakAboveIdle')),
        bytes(number(entry, 'statisticsBytes')),
        ms(number(entry, 'delayP99')),
        ms(number(entry, 'delayMax')),
      ]),
    ),
  );
  const slowest = Math.max(...entries.slice(1).map((entry) => number(entry, 'readableMs')));
  const first = number(entries[0]!, 'peakAboveIdle');
  const delay = Math.max(...entries.map((entry) => number(entry, 'delayP99')));
  const apart = (entry: Entry) => number(entry, 'peakAboveIdle') - number(entry, 'statisticsBytes');
  const growth = apart(entries.at(-1)!) / apart(entries[SETTLED - 1]!);
  const met = (condition: boolean) => (condition ? 'met' : 'MISSED');
  console.log(
    [
      `\nReadable after at most ${ms(slowest)} ms, the first upload apart; promised ${readableMs} ms: ${met(slowest <= readableMs)}`,
      `The first upload takes ${bytes(first)} above idle at its peak; promised ${bytes(peakBytes)}: ${met(first <= peakBytes)}`,
      `The last upload's peak, open statistics apart, is ${ratio(growth)} that of upload ${SETTLED}; promised ${ratio(promises.growth)}: ${met(growth <= promises.growth)}`,
      `The event loop is late by at most ${ms(delay)} ms in 99 % of cases; promised ${promises.delayP99} ms: ${met(delay <= promises.delayP99)}`,
    ].join('\n'),
  );
}
