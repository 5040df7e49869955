import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { asSuperuser, type Cluster, startNewCluster, startStandby } from '#tests/support/cluster.ts';
import { quickFolder } from '#tests/support/data-directory.ts';
import { oldestPostgres, proxy } from '#tests/support/engines.ts';
import { freePort } from '#tests/support/free-port.ts';
import { addUser, postStatistic, signIn, uploadForm } from '#tests/support/portal.ts';
import { startInstance } from '#tests/support/server.ts';
import { original, workbook } from '#tests/support/small-catalogue.ts';
import { fillSmallPortal } from '#tests/support/small-portal.ts';

// PostgreSQL and its synchronous replica behind HAProxy, by docs/operation/haproxy-postgresql.cfg.

const bin = oldestPostgres.find();
const program = proxy.find();
for (const { name, packages, find } of [oldestPostgres, proxy])
  if (!find()) console.error(`LEFT OUT: nothing was tried with ${name}, as there is no ${packages[0]} here.`);

const people = [1, 2, 3, 4].map((person) => `person${person}@portal.example`);
const MILLISECONDS_OF_ERRORS = 5000;

test.skipIf(!bin || !program)(
  'a replica takes over: nothing that was acknowledged is lost, and requests fail for no more than five seconds after it',
  async () => {
    const { primary, standby, urls } = await openPortal();
    const tokens = await Promise.all(people.map((each, index) => signIn(urls[index % 2]!, each)));
    const acknowledged = new Map<string, number>();
    let failedAt = 0;
    let failed = 0;
    let isOver = false;
    const working = tokens.map(async (token, person) => {
      for (let packs = 1; !isOver; packs++) {
        const form = uploadForm(await workbook([[original, 1000 * person + packs]]));
        const answer = await postStatistic(urls[packs % 2]!, token, form);
        if (answer.status === 200) {
          const { bezugsStatistik } = (await answer.json()) as { bezugsStatistik: { directLinkId: string } };
          acknowledged.set(bezugsStatistik.directLinkId, 1000 * person + packs);
        } else {
          expect(await answer.json()).toMatchObject({
            code: expect.stringMatching(/^(database_unavailable|busy)$/),
          });
          failedAt = performance.now();
          failed++;
        }
        await sleep(100);
      }
    });
    await expect.poll(() => acknowledged.size, { timeout: 60_000 }).toBeGreaterThan(10);
    const before = acknowledged.size;
    await primary.stop('immediate');
    await sleep(2000);
    await standby.run('pg_ctl', 'promote', '--silent', '--wait', `--pgdata=${standby.data}`);
    const promotedAt = performance.now();
    await sleep(2 * MILLISECONDS_OF_ERRORS);
    isOver = true;
    await Promise.all(working);
    console.log(
      `${before} uploads before, ${acknowledged.size - before} after it; ${failed} failed, the last one ${Math.round(failedAt - promotedAt)} ms after the promotion`,
    );
    expect(failed).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(before + 10);
    expect(failedAt - promotedAt).toBeLessThan(MILLISECONDS_OF_ERRORS);
    const { rows } = await asSuperuser(standby, 'select direct_link_id as link from statistics', 'portal');
    const stored = new Set(rows.map(({ link }) => link));
    expect([...acknowledged.keys()].filter((link) => !stored.has(link))).toEqual([]);
    for (const [link, packs] of acknowledged)
      for (const url of urls) {
        const answer = await fetch(`${url}/api/statistics/${link}/summary`);
        expect(await answer.json()).toMatchObject({ totalQty: packs });
      }
    for (const url of urls) expect(await ready(url)).toBe(200);
  },
);

test.skipIf(!bin || !program)(
  'while the synchronous replica is gone the portal is not ready, and it is again once that is back',
  async () => {
    const { primary, standby, urls } = await openPortal();
    const readiness = () => Promise.all(urls.map(ready));
    const goesOn = { timeout: 15_000 };
    expect(await readiness()).toEqual([200, 200]);
    await standby.stop('immediate');
    await expect.poll(readiness, goesOn).toEqual([503, 503]);
    await sleep(5000);
    expect(await readiness()).toEqual([503, 503]);
    await standby.start();
    await expect.poll(readiness, goesOn).toEqual([200, 200]);

    // One is there, but not the one that is waited for: the first who writes finds it.
    await makeSynchronous(primary, 'another');
    const signingIn = signIn(urls[0]!, people[0]!).catch((error: Error) => error.message);
    await expect.poll(readiness, goesOn).toEqual([503, 503]);
    await makeSynchronous(primary, '*');
    await expect.poll(readiness, goesOn).toEqual([200, 200]);
    await signingIn;
    await signIn(urls[0]!, people[0]!);
  },
);

async function ready(url: string): Promise<number> {
  return (await fetch(`${url}/api/health/ready`)).status;
}

async function makeSynchronous(primary: Cluster, names: string): Promise<void> {
  await asSuperuser(primary, `alter system set synchronous_standby_names = '${names}'`);
  await asSuperuser(primary, 'select pg_reload_conf()');
}

/** Two processes of a small portal on a primary with a synchronous standby, through the proxy. */
async function openPortal() {
  const folder = await quickFolder('portal-failover-');
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const primary = await startNewCluster(bin!, join(folder, 'primary'));
  onTestFinished(() => primary.stop('immediate'));
  await asSuperuser(primary, 'create role haproxy_check login connection limit 10');
  const access = join(primary.data, 'pg_hba.conf');
  await writeFile(access, `local postgres haproxy_check trust\n${await readFile(access, 'utf8')}`);
  await asSuperuser(primary, 'select pg_reload_conf()');
  const standby = await startStandby(bin!, primary, join(folder, 'standby'));
  onTestFinished(() => standby.stop('immediate'));
  await makeSynchronous(primary, '*');

  const port = await freePort();
  const text = (await readFile('docs/operation/haproxy-postgresql.cfg', 'utf8'))
    .replace(/^ *(log|user|group) .*\n/gm, '')
    .replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:5432', `unix@${join(primary.directory, '.s.PGSQL.5432')}`)
    .replace('10.0.0.12:5432', `unix@${join(standby.directory, '.s.PGSQL.5432')}`);
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const child = spawn(program!, ['-q', '-db', '-f', file], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const address = new URL(primary.url);
  address.hostname = '127.0.0.1';
  address.port = String(port);

  const pool = createPool(address.href, { max: 2 });
  onTestFinished(() => pool.end());
  // It takes both for usable until it has asked each of them twice.
  await sleep(4000);
  await migrate(pool);
  await fillSmallPortal(pool);
  for (const email of people) await addUser(pool, { email });
  const database = { url: address.href, pool, close: async () => undefined };
  const log = pino({ level: 'silent' });
  const processes = await Promise.all([1, 2].map(() => startInstance(database, {}, log)));
  onTestFinished(async () => void (await Promise.all(processes.map(({ close }) => close()))));
  return { primary, standby, urls: processes.map(({ url }) => url) };
}
