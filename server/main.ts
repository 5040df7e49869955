import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstSteps, openSetupLink } from './accounts/setup-link.ts';
import { type Config, readConfig } from './config.ts';
import { applyDemoPassword, demoPassword, demoSignIns, loadDemoWorld } from './demo/demo-data.ts';
import { serveMetrics } from './operation/metrics.ts';
import { build } from './platform/build.ts';
import { onStopSignals } from './platform/closing.ts';
import { migrate } from './platform/database/migrate.ts';
import {
  createPools,
  expectTimeouts,
  failureText,
  firstConnection,
  NoDatabaseError,
  waitForDatabase,
} from './platform/database/pool.ts';
import { isUnavailable } from './platform/database/query-failure.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { freeReserve, isDiskUsedUp } from './platform/postgres/reserve.ts';
import type { Staging } from './platform/settings/settings.ts';
import { type Application, openApplication } from './start/application.ts';
import { isDataDirectoryInUse, lockDataDirectory } from './start/data-directory-lock.ts';
import { listen } from './start/http-server.ts';
import { OpenParts } from './start/open-parts.ts';
import { buildWebClient } from './start/web-client.ts';
import { warmReader } from './statistics/lines/read-statistic.ts';

/** How long requests under way may take once the server is told to stop. */
const graceMs = 10_000;

/** How long a PostgreSQL is waited for that is started or recovers: after a machine has started, or beside a container. */
const databasePatienceMs = 60_000;

const notice = (text: string) => console.log(text);
const parts = new OpenParts();
let postgres: EmbeddedPostgres | undefined;
const stopped = new AbortController();

onStopSignals(
  () => {
    notice('\nStopping: answering the last requests. Ctrl-C again stops at once.');
    stop(0);
  },
  () => {
    // PostgreSQL is told to end at once as well; it repairs itself at the next start and loses nothing.
    if (postgres) process.kill(postgres.pid, 'SIGQUIT');
    process.exit(130);
  },
);

process.on('uncaughtException', fail);

try {
  const config = readConfig(process.env);
  const password = config.demo ? await demoPassword(config) : undefined;
  const { url, setupToken, staging } = await start(config, password);
  const address = config.publicUrl ? `${config.publicUrl} (listening on ${url})` : url;
  warmReader();
  notice(`\nThe portal is ready: ${address}   (${(performance.now() / 1000).toFixed(1)} s)\n`);
  if (setupToken) notice(`${firstSteps(config.publicUrl ?? url, setupToken)}\n`);
  else if (password) notice(`${demoSignIns(password)}\n`);
  if (!config.smtpUrl || staging)
    notice(`Mails are not sent but written to ${join(config.dataDir, 'outbox')}.`);
  notice('Ctrl-C stops it.');
} catch (cause) {
  const hasGone = isUnavailable(cause) || isUnavailable((cause as Error).cause);
  await fail(
    hasGone && !(cause instanceof NoDatabaseError)
      ? new NoDatabaseError(
          `PostgreSQL went away while the portal was starting: ${failureText(cause)}. Start it again once PostgreSQL answers.`,
          { cause },
        )
      : cause,
  );
}

/** `setupToken`: by which the first administrator is made, where nobody can sign in yet. */
async function start(
  config: Config,
  password: string | undefined,
): Promise<{ url: string; setupToken: string | undefined; staging: Staging }> {
  if (!config.databaseUrl) {
    // Before anything is written there; not from under a PostgreSQL that runs.
    if (!(await isDataDirectoryInUse(config.dataDir))) await freeReserve(config.postgresDirectory, notice);
    await parts.open(
      'the lock',
      () => lockDataDirectory(config.dataDir),
      (release) => release(),
    );
  }
  const [application] = await Promise.all([
    openFilledApplication(config, password),
    config.webClient === 'build' && openWebClient(),
  ]);
  if (config.metricsPort !== undefined) {
    const { metrics } = application.dependencies;
    const served = await parts.open(
      'the figures for Prometheus',
      () => serveMetrics(metrics, config.metricsPort!, config.metricsHost),
      ({ close }) => close(),
    );
    notice(`Figures for Prometheus: ${served.url}`);
  }
  const { url } = await parts.open(
    'the HTTP server',
    () => listen(application.listener, config),
    (server) => {
      application.dependencies.ending.abort();
      return server.close(graceMs, config.drainMs);
    },
  );
  const { alertMails, log, pool, settings } = application.dependencies;
  log.info({ ...build, node: process.version }, 'started');
  alertMails.begin(config.publicUrl ?? url);
  return { url, setupToken: await openSetupLink(pool), staging: (await settings()).staging };
}

/** With the demo world in it when there is a password for it and the database was empty. */
async function openFilledApplication(config: Config, password: string | undefined): Promise<Application> {
  const { pools, url } = await openDatabase(config);
  const application = await parts.open(
    'the application',
    () => openApplication(config, pools, url),
    (opened) => opened.close(),
  );
  if (password) {
    if (await loadDemoWorld(application.dependencies, url, password)) notice('The demo world is loaded.');
    else await applyDemoPassword(pools.bulk, password);
  }
  return application;
}

function openWebClient(): Promise<void> {
  const build = () => buildWebClient(notice, stopped.signal);
  return parts.open('the web client', build, async () => {});
}

async function openDatabase(config: Config) {
  const url = config.databaseUrl ?? (await openEmbeddedPostgres(config)).url;
  const pools = await parts.open(
    'the database connections',
    () => createPools(url, config.databaseConnections, config.poolerUrl),
    ({ interactive, bulk }) => Promise.race([Promise.all([interactive.end(), bulk.end()]), sleep(5000)]),
  );
  const wait = (ask: () => Promise<unknown>) => waitForDatabase(ask, databasePatienceMs, notice);
  await wait(async () => (await firstConnection(pools.bulk)).release());
  if (config.poolerUrl) await wait(() => expectTimeouts(pools.interactive));
  await migrate(pools.bulk);
  return { pools, url };
}

async function openEmbeddedPostgres({ postgresDirectory: directory }: Config): Promise<EmbeddedPostgres> {
  postgres = await parts.open(
    'PostgreSQL',
    () => startEmbeddedPostgres({ directory, notice }),
    (opened) => opened.stop(),
  );
  postgres.ended.then(async () => {
    const why = (await isDiskUsedUp(directory))
      ? `the disk of ${directory} is full. Make room and start again; with the reserve that is kept there it starts without, too`
      : 'its log is in DATA_DIR/postgres/portal-postgres.log';
    await fail(new Error(`PostgreSQL ended unexpectedly; ${why}.`));
  });
  return postgres;
}

async function stop(exitCode: number): Promise<never> {
  stopped.abort();
  const failures = await parts.close();
  for (const failure of failures) console.error(failure.message);
  process.exit(failures.length > 0 ? 1 : exitCode);
}

async function fail(error: unknown): Promise<void> {
  if (stopped.signal.aborted) return;
  const ourFault = [TypeError, ReferenceError, RangeError, SyntaxError].some((type) => error instanceof type);
  console.error(error instanceof Error && !ourFault ? error.message : error);
  await stop(1);
}
