import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { testDatabase } from './database.ts';
import { signIn } from './portal.ts';
import { startServerProcess } from './server-process.ts';
import { original } from './small-catalogue.ts';
import { fillSmallPortal, uploadRows } from './small-portal.ts';

/** Two processes share the database, as behind a load balancer; what is asked goes to one and then the other. */
const PROCESSES = 2;

/** A portal with one statistic, whose processes are killed while it works. */
export interface KilledPortal {
  pool: Pool;
  /** Of the statistic. */
  link: string;
  /**
   * Asks until there is an answer, whichever process is there. `first` breaks the first attempt off.
   * @throws {Error} where it is refused
   */
  insist: <Answer>(
    method: string,
    path: string,
    asked?: { body?: object; first?: AbortSignal },
  ) => Promise<Answer>;
  /** Kills a process, one after the other, and starts it again. */
  killNext: () => Promise<void>;
  close: () => Promise<void>;
}

/** @param env beside what a process needs to start */
export async function openKilledPortal(env: Record<string, string> = {}): Promise<KilledPortal> {
  const database = await testDatabase();
  await fillSmallPortal(database.pool);
  const start = () =>
    startServerProcess({
      DATABASE_URL: database.url,
      PROVIDER_NAME: 'Provider',
      PROVIDER_COMPANIES: 'Provider AG',
      LOG_LEVEL: 'fatal',
      ...env,
    });
  const servers = await Promise.all(Array.from({ length: PROCESSES }, start));
  const token = await signIn(servers[0]!.url, 'rep@portal.example');
  const { directLinkId: link } = await uploadRows(servers[0]!.url, token, [[original, 9]]);
  let kills = 0;

  async function ask(url: string, method: string, path: string, body: object, signal?: AbortSignal) {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw new Refusal(response.status, `${path}: ${await response.text()}`);
    return response.json();
  }

  return {
    pool: database.pool,
    link,
    async insist<Answer>(
      method: string,
      path: string,
      { body = {}, first }: { body?: object; first?: AbortSignal } = {},
    ) {
      for (let attempt = 0; attempt < 4000; attempt++) {
        try {
          const { url } = servers[attempt % PROCESSES]!;
          return (await ask(url, method, path, body, attempt === 0 ? first : undefined)) as Answer;
        } catch (error) {
          // What is refused stays refused; what broke off is sent again.
          if (error instanceof Refusal && error.status < 500) throw error;
          await sleep(10);
        }
      }
      throw new Error(`${path} was never answered`);
    },
    async killNext() {
      const place = kills % PROCESSES;
      kills++;
      servers[place]!.kill('SIGKILL');
      await servers[place]!.ended;
      servers[place] = await start();
    },
    async close() {
      for (const server of servers) server.kill('SIGKILL');
      await Promise.all(servers.map(({ ended }) => ended));
      await database.close();
    },
  };
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`${status} ${message}`);
    this.status = status;
  }
}
