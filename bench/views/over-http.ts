import { Agent, get } from 'node:http';
import type { Pool } from 'pg';
import { ARROW_STREAM } from '#analytics/arrow.ts';
import { viewPath } from '#analytics/views/view.ts';
import { openApplication } from '#server/start/application.ts';
import { listen } from '#server/start/http-server.ts';
import { measure, type Patience, type Timing, timingOf } from '../timing.ts';
import { portalConfig } from '../world/portal.ts';
import type { Question } from './questions.ts';

/** Milliseconds at the server (request read to answer handed over) and at the client, which shares its thread. */
export type HttpTimes = { server: Timing; roundTrip: Timing; bytes: number };

export type Portal = {
  url: string;
  ask(directLinkId: string, question: Question, patience: Patience): Promise<HttpTimes>;
  close(): Promise<void>;
};

/**
 * The real application on a free port of 127.0.0.1, in this process. `cached` false makes its result cache too small for
 * any answer, so that every request runs its SQL. Requests carry a bearer token and accept Arrow and zstd, as ours do.
 */
export async function startPortal(
  pool: Pool,
  databaseUrl: string,
  companies: readonly string[],
  { token, cached }: { token: string; cached: boolean },
): Promise<Portal> {
  const config = portalConfig(databaseUrl, companies);
  const application = await openApplication(
    { ...config, port: 0, resultCacheBytes: cached ? config.resultCacheBytes : 1 },
    { interactive: pool, bulk: pool },
    databaseUrl,
  );
  let times: number[] = [];
  const server = await listen(
    (request, response) => {
      const start = performance.now();
      response.once('finish', () => times.push(performance.now() - start));
      application.listener(request, response);
    },
    { host: '127.0.0.1', port: 0 },
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    authorization: `Bearer ${token}`,
    accept: `${ARROW_STREAM}, application/json;q=0.5`,
    'accept-encoding': 'zstd, br, gzip',
  };
  return {
    url: server.url,
    async ask(directLinkId, { view, parameters }, patience) {
      const url = `${server.url}/api${viewPath(view, directLinkId)}?${queryString(parameters)}`;
      const request = () => fetchBytes(url, agent, headers);
      for (let run = 0; run < (patience.warmUp ?? 1); run++) await request();
      times = [];
      const { timing, answer } = await measure(request, { ...patience, warmUp: 0 });
      return { server: timingOf(times), roundTrip: timing, bytes: answer };
    },
    async close() {
      agent.destroy();
      await server.close(1000);
      await application.close();
    },
  };
}

/** A query string as the web client writes it: lists as repeated keys, nothing for what is absent. */
export function queryString(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined) query.append(name, String(each));
    }
  }
  return query.toString();
}

function fetchBytes(url: string, agent: Agent, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}
