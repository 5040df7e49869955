import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ViewRun, viewRuns } from '#analytics/run.ts';
import { semaphoreFigures } from '#analytics/semaphore.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { Readiness } from '#shared/schemas/health.ts';
import { ageOfBackup, readBackupState } from '../backup/nightly-backups.ts';
import type { Config } from '../config.ts';
import { httpUrl } from '../http/portal-url.ts';
import { countMails } from '../mail/waiting-mail-queries.ts';
import { build } from '../platform/build.ts';
import type { Changes } from '../platform/cache-invalidation/changes.ts';
import type { Pools } from '../platform/database/pool.ts';
import { disksOfFiles, freeBytes } from '../platform/disk-room.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { isLate, sourceAges } from '../reference-data/source-ages.ts';
import type { ImportOutcome } from '../statistics/uploads/import-statistic.ts';
import type { Results } from '../statistics/views/results.ts';
import { isHealth } from './readiness.ts';

/** A view that takes longer is in the log. */
const SLOW_MILLISECONDS = 1000;

/** A scrape waits no longer for PostgreSQL; what it would have said is absent then. */
const PATIENCE_MILLISECONDS = 2000;

/** What a process counts of its work, for Prometheus. */
export type Metrics = {
  requestAnswered(method: string, route: string, status: number, milliseconds: number): void;
  importEnded(outcome: ImportOutcome): void;
  registry: Registry;
  close(): void;
};

type Watched = {
  config: Config;
  pools: Pools;
  changes: Pick<Changes, 'live' | 'setBacks'>;
  readiness: () => Readiness['checks'];
  statistics: Pick<Statistics, 'open'>;
  results: Pick<Results, 'figures'>;
  settings: () => Promise<Settings>;
  log: Logger;
};

/** Counts from now on; what is there at the moment is asked when somebody scrapes. */
export function createMetrics(watched: Watched): Metrics {
  const { config, pools, changes, readiness, statistics, results, settings, log } = watched;
  const registry = new Registry();
  const registers = [registry];

  const requests = new Histogram({
    name: 'portal_request_seconds',
    help: 'Requests by route and status, and the time until the answer was handed over.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.15, 0.5, 1, 5, 30],
    registers,
  });
  // Without labels both are there from the start, as 0: nobody sees the first step of what is not there before.
  const errors = new Counter({
    name: 'portal_errors_total',
    help: 'Requests that failed (5xx), but for those for health.',
    registers,
  });
  const failedSignIns = new Counter({
    name: 'portal_sign_ins_failed_total',
    help: 'Attempts to sign in that were wrong or too many.',
    registers,
  });
  const imports = new Counter({
    name: 'portal_imports_total',
    help: 'Uploaded statistics by outcome: stored, refused for what the file is, given_up by whoever sent it, failed.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['stored', 'refused', 'given_up', 'failed']) imports.inc({ outcome }, 0);
  const views = new Histogram({
    name: 'portal_view_seconds',
    help: 'Views run in DuckDB, by SQL file; what was cached is not among them.',
    labelNames: ['sql'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const viewRun = (message: unknown) => {
    const { sql, parameters, milliseconds } = message as ViewRun;
    views.observe({ sql }, milliseconds / 1000);
    // Names and no values, which may be a customer's.
    if (milliseconds >= SLOW_MILLISECONDS)
      log.warn(
        { sql, parameters: chosenOf(parameters), milliseconds: Math.round(milliseconds) },
        'slow view',
      );
  };
  viewRuns.subscribe(viewRun);

  gauge('portal_build_info', 'What this process runs; always 1.', ['version', 'commit'], (set) =>
    set({ version: build.version, commit: build.commit ?? '' }, 1),
  );
  gauge('portal_places', 'Places there are, held and waited for.', ['place', 'state'], (set) => {
    for (const [place, { most, held, waiting }] of semaphoreFigures()) {
      set({ place, state: 'all' }, most);
      set({ place, state: 'held' }, held);
      set({ place, state: 'waiting' }, waiting);
    }
  });
  total('portal_places_given_total', 'Places given.', ['place'], (set) => {
    for (const [place, { given }] of semaphoreFigures()) set({ place }, given);
  });
  total('portal_places_waited_seconds_total', 'Time waited for places.', ['place'], (set) => {
    for (const [place, { waitedMs }] of semaphoreFigures()) set({ place }, waitedMs / 1000);
  });
  gauge('portal_pool_connections', 'PostgreSQL connections of this process.', ['pool', 'state'], (set) => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools) as [string, Pool][]) {
      set({ pool, state: 'open' }, totalCount);
      set({ pool, state: 'idle' }, idleCount);
      set({ pool, state: 'waited_for' }, waitingCount);
    }
  });
  gauge('portal_result_cache_bytes', 'Answers kept in memory.', [], (set) =>
    set({}, results.figures().bytes),
  );
  total('portal_result_cache_total', 'Answers that were at hand (hit) or not (miss).', ['outcome'], (set) => {
    const { hits, misses } = results.figures();
    set({ outcome: 'hit' }, hits);
    set({ outcome: 'miss' }, misses);
  });
  gauge('portal_open', 'Statistics and catalogues in memory.', ['kind'], (set) => {
    const open = statistics.open();
    set({ kind: 'statistics' }, open.statistics);
    set({ kind: 'catalogues' }, open.catalogues);
  });
  gauge('portal_open_bytes', 'Memory that open statistics and catalogues take.', [], (set) =>
    set({}, statistics.open().bytes),
  );
  total(
    'portal_database_set_back_total',
    'Times that PostgreSQL came back on another timeline or in an earlier state, and may have lost what was committed last.',
    [],
    (set) => set({}, changes.setBacks),
  );
  gauge('portal_database_up', '1 while PostgreSQL answers, else 0.', [], (set) =>
    set({}, changes.live ? 1 : 0),
  );
  gauge('portal_ready', '1 while requests should come to this process, else 0.', [], (set) =>
    set({}, Object.values(readiness()).every(Boolean) ? 1 : 0),
  );
  gauge('portal_disk_free_bytes', 'What may still be written to each disk.', ['disk'], async (set) => {
    for (const [disk, folder] of Object.entries(disksOfFiles(config))) set({ disk }, await freeBytes(folder));
  });
  gauge('portal_disk_reserve_bytes', 'Free space below which files are refused.', [], (set) =>
    set({}, config.diskReserveBytes),
  );
  gauge(
    'portal_mails',
    'Mails not sent yet by kind and state: waiting, failing (refused before), unknown (waits for a word).',
    ['kind', 'state'],
    async (set) => {
      for (const { kind, state, count } of await countMails(pools.interactive)) set({ kind, state }, count);
    },
  );
  // With a label: without one there would be a figure, 0, where nothing is known.
  if (config.backupDirectory)
    gauge('portal_backup_age_days', 'Days since the last backup; +Inf: none yet.', ['kind'], async (set) => {
      const days = ageOfBackup(await readBackupState(pools.interactive));
      if (days !== null) set({ kind: 'nightly' }, days);
    });
  gauge('portal_source_age_days', 'Age of the newest word of each source.', ['source'], async (set) => {
    for (const age of await agesOf()) set({ source: age.source ?? age.key }, age.days);
  });
  gauge(
    'portal_source_late',
    '1 where a source should have said something newer.',
    ['source'],
    async (set) => {
      for (const age of await agesOf()) set({ source: age.source ?? age.key }, isLate(age) ? 1 : 0);
    },
  );

  return {
    requestAnswered(method, route, status, milliseconds) {
      requests.observe({ method, route, status }, milliseconds / 1000);
      if (status >= 500 && !isHealth(route)) errors.inc();
      if (route === '/api/users/authenticate' && (status === 401 || status === 429)) failedSignIns.inc();
    },
    importEnded: (outcome) => imports.inc({ outcome }),
    registry,
    close() {
      viewRuns.unsubscribe(viewRun);
      registry.clear();
    },
  };

  async function agesOf() {
    return sourceAges(pools.interactive, await settings());
  }

  type Set = (labels: Record<string, string>, value: number) => void;

  /** Asked at every scrape; where that fails or takes too long there is no figure. */
  function gauge(name: string, help: string, labelNames: string[], ask: (set: Set) => void | Promise<void>) {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset();
        const asked = (async () => ask((labels, value) => this.set(labels, value)))();
        await Promise.race([asked, sleep(PATIENCE_MILLISECONDS, undefined, { ref: false })]).catch(() => {
          this.reset();
        });
      },
    });
  }

  /** The same for what only grows, and is counted elsewhere. */
  function total(name: string, help: string, labelNames: string[], ask: (set: Set) => void) {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        ask((labels, value) => this.inc(labels, value));
      },
    });
  }
}

/** The names of parameters that choose something. */
function chosenOf(parameters: ViewRun['parameters']): string[] {
  const chooses = (value: unknown) =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.keys(parameters).filter((name) => chooses(parameters[name]));
}

/** Serves the figures at `/metrics`, on a port of their own; 0 takes a free one. */
export async function serveMetrics(
  { registry }: Metrics,
  port: number,
  host: string,
): Promise<{ url: string; close(): Promise<void> }> {
  // Memory, event loop, garbage collection.
  collectDefaultMetrics({ register: registry });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new Error(
          `Nothing can listen on ${host}, port ${port}: ${cause.message}. METRICS_HOST and METRICS_PORT say where.`,
          { cause },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    url: `${httpUrl(host, (server.address() as AddressInfo).port)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
