import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { createPool } from '#server/platform/database/pool.ts';
import { sourceReaders } from '#server/reference-data/sources/index.ts';
import { type MergedKey, mergedKeys } from '#shared/catalogue-columns.ts';
import type { CatalogueProposalAnswer, MergedProducts } from '#shared/schemas/merged-products.ts';
import { startServer } from '../load/server.ts';
import type { Entry, ModeResult } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { ms, table } from '../table.ts';
import { addSignedIn, fillPortal } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';
import { sourcesAtOfficialSize } from './official-size.ts';

const RUNS = 5;
const PROMISED_MS = 3000;
const PROMISED_LOOP_MS = 50;
const PROMISED_VISIBLE_MS = 1000;
const path = '/api/merged-products';

/**
 * Builds a catalogue from files of official size, compares it with the current one, publishes it and goes back, on one of
 * two servers that share a database, while views are asked of it; the other one is asked when it knows.
 */
export async function measureBuilding(): Promise<ModeResult> {
  const world = await openBenchWorld();
  const entries: Entry[] = [];
  try {
    await withPostgres(async (postgres) => {
      const pool = createPool(postgres.url);
      await fillPortal(pool, world);
      const { token } = await addSignedIn(pool, 'admin', {
        name: 'Admin',
        role: 'Admin',
        fullDataAccess: true,
      });
      const gtin = await putTemplateFiles(pool);
      const start = () =>
        startServer({
          databaseUrl: postgres.url,
          companies: world.providerCompanies,
          port: 0,
          resultCacheBytes: 1_000_000,
          statisticsMemoryBytes: 256_000_000,
        });
      const servers = [await start(), await start()] as const;
      try {
        for (let run = 0; run < RUNS; run++) entries.push(await oneRound(servers, token, gtin));
      } finally {
        for (const server of servers) await server.stop();
        await pool.end();
      }
    });
  } finally {
    await world.close();
  }
  const met = (value: unknown, most: number) => (Number(value) <= most ? 'met' : 'MISSED');
  console.log(
    table(
      [
        'build and compare ms',
        'promised',
        'publish ms',
        'visible ms',
        'promised',
        'loop p99 ms',
        'promised',
        'view p99 ms',
      ],
      entries.map((entry) => [
        ms(Number(entry.buildMs)),
        met(entry.buildMs, PROMISED_MS),
        ms(Number(entry.publishMs)),
        ms(Number(entry.visibleMs)),
        met(entry.visibleMs, PROMISED_VISIBLE_MS),
        ms(Number(entry.loopP99Ms)),
        met(entry.loopP99Ms, PROMISED_LOOP_MS),
        ms(Number(entry.viewP99Ms)),
      ]),
    ),
  );
  return { entries, notDone: [] };
}

type Server = Awaited<ReturnType<typeof startServer>>;

async function oneRound(
  [first, second]: readonly [Server, Server],
  token: string,
  gtin: string,
): Promise<Entry> {
  const ask = async <Answer>(server: Server, method: string, route: string, body?: object) => {
    const response = await fetch(`${server.url}${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const revisionOf = async (server: Server) =>
    (await ask<{ revision: number }>(server, 'GET', `/api/product/gtin/${gtin}`)).revision;
  await revisionOf(first);
  await revisionOf(second);
  const views: number[] = [];
  let over = false;
  first.reset();
  const asking = (async () => {
    while (!over) {
      const began = performance.now();
      await ask(first, 'GET', '/api/portfolio/list/molecules');
      views.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const began = performance.now();
  const { id, products, counts } = await ask<CatalogueProposalAnswer>(first, 'POST', `${path}/proposals`, {});
  const buildMs = performance.now() - began;
  const { current } = await ask<MergedProducts>(first, 'GET', path);
  const begunToPublish = performance.now();
  const { publishedRevision } = await ask<CatalogueProposalAnswer>(
    first,
    'POST',
    `${path}/proposals/${id}/publish`,
    {},
  );
  const publishMs = performance.now() - begunToPublish;
  while ((await revisionOf(second)) !== publishedRevision);
  const visibleMs = performance.now() - begunToPublish;
  over = true;
  await asking;
  const { delayP99 } = await first.report();
  // So that every round has the same to compare.
  await ask(first, 'POST', `${path}/revisions/${current!.revision}/publish`, { current: publishedRevision! });
  views.sort((a, b) => a - b);
  return {
    step: 'building',
    products,
    differences: Object.values(counts).reduce((sum, count) => sum + count, 0),
    buildMs,
    publishMs,
    visibleMs,
    loopP99Ms: delayP99,
    viewP99Ms: views[Math.floor(views.length * 0.99)] ?? null,
  };
}

/** Reads the files and puts them in force; gives the GTIN of a product that is in the catalogue before and after. */
async function putTemplateFiles(pool: Pool): Promise<string> {
  const isMerged = (key: string): key is MergedKey => (mergedKeys as readonly string[]).includes(key);
  let gtin = '';
  for (const { key, path: file } of await sourcesAtOfficialSize()) {
    if (!isMerged(key)) continue;
    const read = await sourceReaders[key]({ path: file, fileName: basename(file), milliseconds: 60_000 });
    const rows: readonly { gtin: string }[] = read.rows;
    if (key === 'swissmedic-packs') gtin = rows[0]!.gtin;
    await pool.query(
      `with version as (
         insert into template_file_versions (key, file_name, size, sha256, file_date, row_count, report, rows)
         values ($1, $2, 0, $3, $4, $5, '{}', $6) returning id, key
       )
       insert into template_files (key, version_id) select key, id from version`,
      [
        key,
        basename(file),
        createHash('sha256').update(key).digest(),
        read.date,
        rows.length,
        gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
      ],
    );
  }
  return gtin;
}
