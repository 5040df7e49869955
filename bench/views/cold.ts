import { setTimeout as sleep } from 'node:timers/promises';
import { encodeArrow } from '#analytics/arrow.ts';
import { releaseColumns } from '#analytics/columns.ts';
import { standardContext } from '#analytics/context.ts';
import { explain } from '#analytics/explain/explain.ts';
import { runView } from '#analytics/run.ts';
import type { Statistics } from '#analytics/statistics.ts';
import { product } from '#analytics/views/product.ts';
import { summary } from '#analytics/views/summary.ts';
import { readConfig } from '#server/config.ts';
import type { Entry } from '../mode.ts';
import { bytes, ms, ratio, table } from '../table.ts';
import { timingOf } from '../timing.ts';
import { benchLinesOf } from '../world/lines.ts';
import { type BenchWorld, openBenchWorld } from '../world/world.ts';
import { holdBench, statisticKey } from './ours.ts';

const ARTICLES = [6_000, 15_000];
const FEW_LINES = 20_000;
const RUNS = 40;
const OPEN_AT_ONCE = 20;
const EXPLANATIONS = 20;

/**
 * Whether what opening takes depends on the articles alone: statistics of the same articles in ever more lines, opened in
 * turns; the memory that they take; and a figure explained with the rows behind it, or with the lines of one article.
 */
export async function measureOpening(manyLines: readonly number[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const articles of ARTICLES) {
    const world = await openBenchWorld();
    try {
      const counts = [FEW_LINES, ...manyLines];
      const stored = [];
      for (const lines of counts) stored.push(await benchLinesOf(world.engine, articles, lines));
      const openings = await openInTurns(holdBench(world, stored, 0), counts.length);
      for (const [index, lines] of counts.entries()) {
        const own = await openBenchWorld();
        const statistics = holdBench(own, [stored[index]!], Number.POSITIVE_INFINITY);
        const explained = await measureExplanations(statistics);
        const memory = await measureMemory(own, statistics);
        await own.close();
        const { runs, p50, p95 } = timingOf(openings[index]!.elapsed);
        const cpuP50 = timingOf(openings[index]!.cpu).p50;
        const about = { engine: 'ours', temperature: 'opening', articles, lines, runs, p50, p95, cpuP50 };
        const ratio = p50 / timingOf(openings[0]!.elapsed).p50;
        entries.push({ ...about, ...explained, ...memory, ratio });
      }
    } finally {
      await world.close();
    }
  }
  print(entries);
  return entries;
}

/** Milliseconds, elapsed and of processor, from the bytes of sums to those of the summary, per number of lines. */
async function openInTurns(statistics: Statistics, kinds: number): Promise<Opening[]> {
  const openings = Array.from({ length: kinds }, (): Opening => ({ elapsed: [], cpu: [] }));
  for (let statistic = 0; statistic < (RUNS + 2) * kinds; statistic++) {
    const [before, cpuBefore] = [performance.now(), process.cpuUsage()];
    await ask(statistics, statistic);
    if (statistic < 2 * kinds) continue;
    const { user, system } = process.cpuUsage(cpuBefore);
    openings[statistic % kinds]!.elapsed.push(performance.now() - before);
    openings[statistic % kinds]!.cpu.push((user + system) / 1000);
  }
  return openings;
}

type Opening = { elapsed: number[]; cpu: number[] };

/** The first time the statistic has to be opened. The lines are those of one article, as a query of one's own reads them. */
async function measureExplanations(statistics: Statistics) {
  const ways = {
    explanation: () =>
      statistics.use(statisticKey(0), async (connection) => {
        const question = { view: summary, figure: 'turnoverTotal', row: null, parameters: {} };
        await explain(connection, question, standardContext());
        const behind = product.parameters.parse({ limit: 100 });
        const columns = await runView(connection, product, behind);
        encodeArrow(columns, {});
        releaseColumns(columns);
      }),
    lines: () =>
      statistics.withLines(statisticKey(0), ({ rows }) =>
        rows(
          'from lines where article = (select min(article) from assortment) order by row_number limit 1000',
        ),
      ),
  };
  const measured: Record<string, number> = {};
  for (const [name, way] of Object.entries(ways)) {
    const times: number[] = [];
    for (let run = 0; run <= EXPLANATIONS; run++) {
      const before = performance.now();
      await way();
      times.push(performance.now() - before);
    }
    measured[`${name}First`] = times.shift()!;
    measured[`${name}P95`] = timingOf(times).p95;
  }
  return measured as Record<'explanationFirst' | 'explanationP95' | 'linesFirst' | 'linesP95', number>;
}

/** What a statistic takes of DuckDB's memory once its tables are packed, and what it is counted with. */
async function measureMemory(world: BenchWorld, statistics: Statistics) {
  const before = await packedBytes(world);
  const counted = statistics.open().bytes;
  for (let statistic = 1; statistic <= OPEN_AT_ONCE; statistic++) await ask(statistics, statistic);
  const after = await packedBytes(world);
  const countedBytes = (statistics.open().bytes - counted) / OPEN_AT_ONCE;
  return {
    memoryBytes: (after - before) / OPEN_AT_ONCE,
    countedBytes,
    openUnderTheDefaultBound: Math.floor(defaultBound() / countedBytes),
  };
}

async function ask(statistics: Statistics, statistic: number): Promise<void> {
  await statistics.use(statisticKey(statistic), async (connection) => {
    const columns = await runView(connection, summary, {});
    encodeArrow(columns, {});
    releaseColumns(columns);
  });
}

async function packedBytes({ engine }: BenchWorld): Promise<number> {
  let [before, now] = [-1, 0];
  while (now !== before) {
    before = now;
    await sleep(600);
    const used = await engine.use('main', ({ rows }) =>
      rows('select sum(memory_usage_bytes)::double as n from duckdb_memory()'),
    );
    now = used[0]!.n as number;
  }
  return now;
}

function defaultBound(): number {
  return readConfig({ DEMO: 'on' }).statisticsMemoryBytes;
}

function print(entries: readonly Entry[]): void {
  const number = (entry: Entry, key: string) => Number(entry[key]);
  console.log('\n## Opening statistics of the same articles in more and more lines, in turns\n');
  console.log(
    table(
      [
        'articles',
        'lines',
        'opening p50',
        'p95',
        'CPU',
        'times 20k',
        'memory',
        'counted',
        'under the bound',
        'explained first',
        'then p95',
        'lines first',
        'then p95',
      ],
      entries.map((entry) => [
        String(entry.articles),
        String(entry.lines),
        ms(number(entry, 'p50')),
        ms(number(entry, 'p95')),
        ms(number(entry, 'cpuP50')),
        ratio(number(entry, 'ratio')),
        bytes(number(entry, 'memoryBytes')),
        bytes(number(entry, 'countedBytes')),
        String(entry.openUnderTheDefaultBound),
        ms(number(entry, 'explanationFirst')),
        ms(number(entry, 'explanationP95')),
        ms(number(entry, 'linesFirst')),
        ms(number(entry, 'linesP95')),
      ]),
    ),
  );
}
