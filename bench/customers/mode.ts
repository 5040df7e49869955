import { createPool } from '#server/platform/database/pool.ts';
import { startServer } from '../load/server.ts';
import type { Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { ms, table } from '../table.ts';
import { measure } from '../timing.ts';
import { gtinsOf } from '../world/catalogue.ts';
import { addSignedIn, asking, fillPortal, withoutReckoning } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';
import { measureBrought } from './brought.ts';
import { ARTICLES, fillCustomers, STATISTICS } from './fill.ts';
import { measureScout } from './report.ts';
import { measureSearch } from './search.ts';
import { measureToday } from './today.ts';

const TARGET_MS = 150;
const patience = { warmUp: 3, minRuns: 20, maxRuns: 60, budgetMs: 8000 };

export const customersMode: Mode = {
  name: 'customers',
  summary: `whom of 500 customers to call, what a customer’s orders brought, who of the customers buys what is missing, of ${STATISTICS} statistics of ${ARTICLES} articles, and searching 300,000`,
  async run() {
    const world = await openBenchWorld();
    const entries: Entry[] = [];
    const reports: Entry[] = [];
    const searches: Entry[] = [];
    const today: Entry[] = [];
    try {
      await withPostgres(async (postgres) => {
        const pool = createPool(postgres.url);
        const { userId, token } = await fillPortal(pool, world);
        const representative = await addSignedIn(pool, 'representative');
        const caller = await addSignedIn(pool, 'caller');
        const administrator = await addSignedIn(pool, 'administrator', { role: 'Admin' });
        const began = performance.now();
        const database = new URL(postgres.url).pathname.slice(1);
        await fillCustomers(postgres.superuserUrl, database, await gtinsOf(world.engine, world.catalogue), {
          all: userId,
          hundred: representative.id,
        });
        await withoutReckoning(pool);
        console.log(`Filled in ${ms((performance.now() - began) / 1000)} s\n`);
        const server = await startServer({
          databaseUrl: postgres.url,
          companies: world.providerCompanies,
          port: 0,
          resultCacheBytes: 1_000_000,
          statisticsMemoryBytes: 256_000_000,
        });
        try {
          today.push(...(await measureToday(server, pool, caller)));
          today.push(...(await measureBrought(server.url, pool, world, caller)));
          reports.push(await measureScout(server, administrator.token, representative.token));
          for (const [who, bearer] of [
            ['full data access', token],
            ['100 customers', representative.token],
          ] as const) {
            entries.push(...(await measureCalls(server.url, who, bearer)));
          }
          searches.push(...(await measureSearch(server, pool, administrator.token)));
        } finally {
          await server.stop();
          await pool.end();
        }
      });
    } finally {
      await world.close();
    }
    console.log(
      table(
        ['ms, round trip', 'who', 'first', 'p50', 'p95', 'bytes', `p95 <= ${TARGET_MS}`],
        entries.map((each) => [
          String(each.question),
          String(each.who),
          ms(Number(each.first)),
          ms(Number(each.p50)),
          ms(Number(each.p95)),
          String(each.bytes),
          each.met ? 'yes' : 'no',
        ]),
      ),
    );
    console.log(
      table(
        ['report', 's', 'MB above idle', 'bytes', 'loop p99', 'loop max', 'others max (ms)', 'met'],
        reports.map((each) => [
          String(each.question),
          ms(Number(each.seconds)),
          ms(Number(each.megabytes)),
          String(each.bytes),
          ms(Number(each.delayP99)),
          ms(Number(each.delayMax)),
          ms(Number(each.othersMax)),
          each.met ? 'yes' : 'no',
        ]),
      ),
    );
    return { entries: [...today, ...entries, ...reports, ...searches], notDone: [] };
  },
};

async function measureCalls(url: string, who: string, token: string): Promise<Entry[]> {
  const get = asking(`${url}/api/portfolio`, token);
  const began = performance.now();
  const counts = JSON.parse((await get('customer-counts')).toString()) as {
    gtin: string;
    customers: number;
  }[];
  const first = performance.now() - began;
  const [most] = counts.toSorted((a, b) => b.customers - a.customers);
  const questions = ['customer-counts', `customers?gtin=${most!.gtin}`, 'call-list'];
  const entries: Entry[] = [];
  for (const question of questions) {
    const start = performance.now();
    await get(question);
    const second = performance.now() - start;
    const { timing, answer } = await measure(() => get(question), patience);
    const { runs, p50, p95, p99 } = timing;
    entries.push({
      question: question.split('?')[0]!,
      who,
      first: question === 'customer-counts' ? first : second,
      ...{ runs, p50, p95, p99 },
      bytes: answer.length,
      products: counts.length,
      met: p95 <= TARGET_MS,
    });
  }
  return entries;
}
