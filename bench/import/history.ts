import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { utils, write } from '@e965/xlsx';
import type { Pool } from 'pg';
import { buildCatalogue } from '#fixtures/catalogue.ts';
import { buildPurchases } from '#fixtures/purchases.ts';
import { closing } from '#server/platform/closing.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { openProcessFolder } from '#server/start/process-folder.ts';
import { startServer } from '../load/server.ts';
import type { Entry } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { bytes, ms, table } from '../table.ts';
import { PACKS, SEED } from '../world/catalogue.ts';
import { asking, fillPortal } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';

const FILES = 300;
const LINES = 3000;
const PORT = 41_330;
const MEGABYTE = 1024 * 1024;

/** Somebody looks at the list of uploads so often. */
const ASK_MILLISECONDS = 100;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What is promised on two cores that are ours alone; of a second run, for each file; of the list of a portal beside it, p95. */
const promises = { peakBytes: 800e6, knownMs: 10, listMs: 150 } as const;

/** The measure that was set, not one that is kept. */
const GUIDE_FILES_PER_SECOND = 20;

type Run = { name: string; seconds: number; cpuSeconds: number; peakBytes: number; listMs?: number };

/** A folder of an older tool's workbooks imported by the command, and once more when all of them are known. */
export async function measureHistory(): Promise<Entry[]> {
  const folder = await openProcessFolder('bench');
  const remove = closing(folder.remove);
  try {
    const runs = await withPostgres(async ({ url }) => {
      const pool = createPool(url);
      try {
        const { companies, token } = await prepare(pool, folder.path);
        const first = await besidePortal(url, token, companies, () =>
          runCommand('first', url, folder.path, companies),
        );
        const { rows } = await pool.query<{ count: number }>('select count(*) from statistics');
        if (rows[0]!.count !== FILES) throw new Error(`${rows[0]!.count} of ${FILES} files were stored.`);
        return [first, await runCommand('all known', url, folder.path, companies)];
      } finally {
        await pool.end();
      }
    });
    return print(runs);
  } finally {
    await remove();
  }
}

/** Customers, their workbooks and the manifest; gives the provider's companies and who is signed in. */
async function prepare(pool: Pool, folder: string) {
  const world = await openBenchWorld();
  let token: string;
  try {
    ({ token } = await fillPortal(pool, world));
  } finally {
    await world.close();
  }
  await pool.query(
    `insert into customers (external_id, name) select n::text, 'Customer ' || n from generate_series(1, $1) as n`,
    [FILES],
  );
  await mkdir(join(folder, 'files'));
  const { products } = buildCatalogue({ seed: SEED, packs: PACKS });
  const lines = ['file,customer,from,to,representative,imported,consent place'];
  for (let file = 1; file <= FILES; file++) {
    const rows: (string | number)[][] = [['GTIN', 'Pharmacode', 'Artikel', 'Menge']];
    for (const { product, quantity } of buildPurchases({ seed: file, products, lines: LINES }))
      product.forEach((index, at) => {
        const { gtin, pharmacode, description } = products[index]!;
        rows.push([gtin, pharmacode, description, quantity[at]!]);
      });
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Bezug');
    const name = `${file}.xlsx`;
    await writeFile(
      join(folder, 'files', name),
      write(book, { type: 'buffer', bookSST: true, compression: true }),
    );
    lines.push(`${name},${file},2021-01,2021-12,bench@portal.example,2022-02-01,Archive`);
  }
  await writeFile(join(folder, 'manifest.csv'), lines.join('\n'));
  return { companies: world.providerCompanies, token };
}

/** Runs the command beside a portal whose list of uploads somebody looks at; gives how long the list takes, p95. */
async function besidePortal(
  databaseUrl: string,
  token: string,
  companies: readonly string[],
  run: () => Promise<Run>,
): Promise<Run> {
  const server = await startServer({
    databaseUrl,
    companies,
    port: PORT,
    resultCacheBytes: 64 * MEGABYTE,
    statisticsMemoryBytes: 512 * MEGABYTE,
  });
  try {
    const ask = asking(`${server.url}/api`, token);
    const times: number[] = [];
    let isOver = false;
    const running = run().finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const began = performance.now();
      await ask('statistics?PageSize=20&PageNumber=1');
      times.push(performance.now() - began);
      await sleep(ASK_MILLISECONDS);
    }
    const sorted = times.toSorted((a, b) => a - b);
    return { ...(await running), listMs: sorted[Math.floor(sorted.length * 0.95)]! };
  } finally {
    await server.stop();
  }
}

async function runCommand(
  name: string,
  databaseUrl: string,
  folder: string,
  companies: readonly string[],
): Promise<Run> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...['--require', './scripts/require-node.cjs', 'server/commands/import-command.ts'],
      ...[join(folder, 'files'), '--manifest', join(folder, 'manifest.csv')],
    ],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        PROVIDER_NAME: 'Bench',
        PROVIDER_COMPANIES: companies.join(';'),
      },
    },
  );
  let code: number | null | undefined;
  child.once('exit', (given) => {
    code = given;
  });
  let used = { peakBytes: 0, cpuSeconds: 0 };
  while (code === undefined) {
    used = (await usedBy(child.pid!)) ?? used;
    await sleep(50);
  }
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return { name, seconds: (performance.now() - began) / 1000, ...used };
}

/** Most memory and processor time of a process so far, as the kernel keeps them; nothing where it has ended or says neither. */
async function usedBy(pid: number): Promise<Pick<Run, 'peakBytes' | 'cpuSeconds'> | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    if (peak === undefined) return undefined;
    // The twelfth and thirteenth field after the name are hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { peakBytes: 1024 * Number(peak), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 };
  } catch {
    return undefined;
  }
}

function print(runs: readonly Run[]): Entry[] {
  const perFile = (seconds: number) => (1000 * seconds) / FILES;
  console.log(`\n## ${FILES} workbooks of ${LINES} lines imported by npm run import\n`);
  console.log(
    table(
      ['run', 'seconds', 'files/s', 'ms per file', 'CPU ms per file', 'peak memory', 'list p95'],
      runs.map(({ name, seconds, cpuSeconds, peakBytes, listMs }) => [
        name,
        seconds.toFixed(1),
        (FILES / seconds).toFixed(1),
        ms(perFile(seconds)),
        ms(perFile(cpuSeconds)),
        bytes(peakBytes),
        listMs === undefined ? '' : ms(listMs),
      ]),
    ),
  );
  const [first, known] = runs as [Run, Run];
  const met = (condition: boolean) => (condition ? 'met' : 'MISSED');
  const rate = FILES / first.seconds;
  console.log(
    [
      `\n${rate.toFixed(1)} files a second; the guide is ${GUIDE_FILES_PER_SECOND}: ${met(rate >= GUIDE_FILES_PER_SECOND)}`,
      `The command takes ${bytes(first.peakBytes)} at most; promised ${bytes(promises.peakBytes)}: ${met(first.peakBytes <= promises.peakBytes)}`,
      `A file that is known takes ${ms(perFile(known.seconds))} ms; promised ${promises.knownMs} ms: ${met(perFile(known.seconds) <= promises.knownMs)}`,
      `A portal beside it lists uploads within ${ms(first.listMs!)} ms in 95 % of cases; promised ${promises.listMs} ms: ${met(first.listMs! <= promises.listMs)}`,
    ].join('\n'),
  );
  return runs.map(({ name, listMs = null, ...run }) => ({
    history: name,
    files: FILES,
    lines: LINES,
    ...run,
    listMs,
  }));
}
