import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type TestDatabase, testDatabase } from './database.ts';
import { addUser, publishReferenceData, signIn } from './portal.ts';
import { startInstance } from './server.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { generic, original } from './small-catalogue.ts';
import { fillSmallPortal, uploadRows } from './small-portal.ts';
import { gtin } from './world.ts';

/** A product that is missing: since when, and until when if anybody knows. */
export type Missing = readonly [gtin: string, reportedOn: string, expectedDelivery?: string];

/** That no catalogue knows: a list must have a row. */
const unknownProduct = gtin('768019999999');

/** Processes, or the same application in this one, which starts in a tenth of the time and can't be killed. */
export type Kind = 'processes' | 'instances';

type Running = Pick<ServerProcess, 'url' | 'kill' | 'ended'>;

/** One or two of them, a representative (rep@, German) whose one customer buys both competitors' products, and one (fr@, French) without customers. */
export type AlertedPortal = {
  database: TestDatabase;
  pool: Pool;
  processes: Running[];
  urls: string[];
  tokens: { rep: string; fr: string };
  startProcess(): Promise<Running>;
  close(): Promise<void>;
};

export async function openAlertedPortal(
  smtpUrl: string,
  kind: Kind,
  amount: 1 | 2 = 2,
): Promise<AlertedPortal> {
  const database = await testDatabase();
  const { pool } = database;
  await fillSmallPortal(pool);
  await addUser(pool, { email: 'fr@portal.example', name: 'Cédric', language: 'fr' });
  const processes: Running[] = [];
  const start = {
    processes: () =>
      startServerProcess({
        DATABASE_URL: database.url,
        PROVIDER_NAME: 'Provider',
        PROVIDER_COMPANIES: 'Provider AG',
        SMTP_URL: smtpUrl,
        LOG_LEVEL: 'fatal',
      }),
    async instances(): Promise<Running> {
      const { url, close } = await startInstance(database, { smtpUrl, logLevel: 'fatal' });
      const over = Promise.withResolvers<null>();
      return { url, kill: () => void close().then(() => over.resolve(null)), ended: over.promise };
    },
  }[kind];
  const startProcess = async () => {
    const started = await start();
    processes.push(started);
    return started;
  };
  await Promise.all(Array.from({ length: amount }, startProcess));
  const urls = processes.map(({ url }) => url);
  const [rep, fr] = await Promise.all(
    ['rep', 'fr'].map((name) => signIn(urls[0]!, `${name}@portal.example`)),
  );
  await uploadRows(urls[0]!, rep!, [
    [original, 3],
    [generic, 4],
  ]);
  return {
    database,
    pool,
    processes,
    urls,
    tokens: { rep: rep!, fr: fr! },
    startProcess,
    async close() {
      for (const each of processes) each.kill('SIGTERM');
      await Promise.all(processes.map(({ ended }) => ended));
      await database.close();
    },
  };
}

/** Publishes what is missing as a source's list of a day. */
export async function publishMissing(
  pool: Pool,
  date: string,
  missing: readonly Missing[],
  source?: string,
): Promise<void> {
  const rows = [...missing, [unknownProduct, '2026-01-01'] as const].map(
    ([product, reportedOn, expected = '']: Missing) => `${product},${reportedOn},${reportedOn},${expected},`,
  );
  const csv = `${['gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn', ...rows].join('\n')}\n`;
  await publishReferenceData(pool, {
    stockouts: { csv, date, force: 'of a test', ...(source ? { source } : {}) },
  });
}

/** Chooses what a user is told. */
export async function choose(url: string, token: string, choice: Record<string, unknown>): Promise<Response> {
  return fetch(`${url}/api/alerts`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ replaceable: true, own: true, back: true, ...choice }),
  });
}

/** Until everybody whose turn it is knows of the newest list and every mail is sent. */
export async function everyoneTold(pool: Pool): Promise<void> {
  const open = `select (select count(*) from mails)
    + (select count(*) from alert_subscriptions join users on id = user_id
       where active and next_at <= now()
         and (frequency = 'weekly' or told_stockouts < (select max(revision) from stockout_revisions))) as count`;
  for (const end = Date.now() + 50_000; ; await sleep(50)) {
    const { count } = (await pool.query(open)).rows[0];
    if (count === 0) return;
    if (Date.now() > end) throw new Error(`There are still ${count} users to be told or mails to be sent.`);
  }
}

/** As if a week had passed: every mail may come again, and processes look. */
export async function letAWeekPass(pool: Pool): Promise<void> {
  await pool.query(
    `update alert_subscriptions
     set next_at = least(next_at - interval '7 days', now()), mailed_at = mailed_at - interval '7 days'`,
  );
  await pool.query("select pg_notify('changes', 'stockouts:')");
}
