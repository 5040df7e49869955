import { createPool } from '#server/platform/database/pool.ts';
import { storeFeedingChoice } from '#server/statistics/feeding-statistic/feeding-queries.ts';
import { checksum } from '../checksum.ts';
import type { Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { bytes, ms, ratio, table } from '../table.ts';
import type { Patience, Timing } from '../timing.ts';
import { arrowCells } from '../views/answer.ts';
import { askWarm, holdBench, measureWarm, statisticKey } from '../views/ours.ts';
import { type Portal, startPortal } from '../views/over-http.ts';
import type { Question } from '../views/questions.ts';
import { heldEqual } from '../views/rivals/held-equal.ts';
import { type Measured, measureInTurns } from '../views/rivals/measure.ts';
import { marketSize, openMarketWorld } from '../world/market.ts';
import { fillPortal, storeStatistic } from '../world/portal.ts';
import { isSeries, marketQuestions } from './questions.ts';
import { readMarketData } from './rivals/market-data.ts';
import { openMarketRival } from './rivals/postgres.ts';
import { marketVerdicts, TOGETHER } from './targets.ts';

const warmPatience: Patience = { warmUp: 20, minRuns: 100, maxRuns: 400, budgetMs: 1500 };
const COMPILING_ROUNDS = 10;
const cachedPatience: Patience = { warmUp: 20, minRuns: 200, maxRuns: 500, budgetMs: 1000 };

export const marketMode: Mode = {
  name: 'market',
  summary: `every view over ${marketSize.products} products and their stock-outs, warm and cached, beside PostgreSQL`,
  async run(options) {
    const world = await openMarketWorld(marketSize);
    const asked = marketQuestions(options.views, world.mostReported);
    if (asked.length === 0) return { entries: [], notDone: ['Views of a statistic are those of `views`.'] };
    const entries: Entry[] = [];
    try {
      await withPostgres(async (postgres) => {
        const pool = createPool(postgres.url);
        const { userId, token } = await fillPortal(pool, world, marketSize.products);
        const { id } = await storeStatistic(pool, userId, world.feeding, marketSize.lines);
        await storeFeedingChoice(pool, id, userId);
        const portal = (cached: boolean) =>
          startPortal(pool, postgres.url, world.providerCompanies, { token, cached });
        const portals = { uncached: await portal(false), cached: await portal(true) };
        const statistics = holdBench(world, [world.feeding], Number.POSITIVE_INFINITY);
        const streams = new Map<string, Uint8Array>();
        // Or the view that is measured first pays for compiling what all of them run.
        for (let round = 0; round < COMPILING_ROUNDS; round++) {
          for (const question of asked) await askWarm(statistics, question);
        }
        for (const question of asked) {
          const warm = await measureWarm(statistics, question, warmPatience);
          streams.set(question.name, warm.stream);
          entries.push(...(await ourEntries(question, warm, portals)));
        }
        await portals.uncached.close();
        await portals.cached.close();
        await pool.end();
        print(entries);
        const data = await statistics.withLines(statisticKey(1), readMarketData);
        const { ours, rivals } = await measureInTurns(
          [false, true].map(
            (perArticle) => () => openMarketRival(postgres.superuserUrl, data, asked, { perArticle }),
          ),
          asked,
          (question) => askWarm(statistics, question),
        );
        entries.push(...compare(asked, streams, ours, rivals));
      });
    } finally {
      await world.close();
    }
    const verdict = marketVerdicts(entries);
    console.log(`\n${table(['target', 'measured', 'wanted', 'met'], verdict.rows)}`);
    return { entries: [...entries, ...verdict.entries], notDone: [] };
  },
};

async function ourEntries(
  question: Question,
  warm: Awaited<ReturnType<typeof measureWarm>>,
  portals: { uncached: Portal; cached: Portal },
): Promise<Entry[]> {
  const uncached = await portals.uncached.ask('', question, warmPatience);
  const cached = await portals.cached.ask('', question, cachedPatience);
  const cells = arrowCells(warm.stream);
  const about = {
    engine: 'ours',
    question: question.name,
    series: isSeries(question),
    rows: cells.length,
    checksum: checksum(cells),
  };
  return [
    {
      ...about,
      temperature: 'warm',
      ...milliseconds(warm.timing),
      cpuMs: warm.cpuMs,
      encodingP50: warm.encoding.p50,
      bytes: warm.stream.length,
    },
    {
      ...about,
      temperature: 'uncached at the server',
      ...milliseconds(uncached.server),
      bytes: uncached.bytes,
    },
    { ...about, temperature: 'cached at the server', ...milliseconds(cached.server) },
    { ...about, temperature: 'cached round trip', ...milliseconds(cached.roundTrip) },
  ];
}

function print(entries: readonly Entry[]): void {
  const questions = Map.groupBy(entries, ({ question }) => String(question));
  const rows = [...questions].map(([question, measured]) => {
    const [warm, uncached, cached, roundTrip] = measured.map((entry) => (column: string) => {
      return ms(Number(entry[column]));
    });
    return [
      question,
      ...['p50', 'p95', 'cpuMs', 'encodingP50'].map(warm!),
      ...['p50', 'p95'].map(uncached!),
      ...['p50', 'p95'].map(cached!),
      roundTrip!('p95'),
      String(measured[0]!.rows),
      bytes(Number(measured[0]!.bytes)),
    ];
  });
  const heading = ['ms', 'warm p50', 'p95', 'CPU', 'Arrow', 'http p50', 'p95', 'cached p50', 'p95'];
  console.log(table([...heading, 'round trip p95', 'rows', 'bytes'], rows));
}

/** Rivals beside ours: an answer that differs is an error, not a time. */
function compare(
  asked: readonly Question[],
  streams: ReadonlyMap<string, Uint8Array>,
  ours: ReadonlyMap<string, Timing>,
  rivals: readonly Measured[],
): Entry[] {
  const entries = rivals.flatMap(({ rival, answers }) => {
    const each = asked.map(({ name }): Entry & { p50: number; ours: number } => {
      const answer = answers.get(name)!;
      const sum = heldEqual(rival, name, answer, streams.get(name)!);
      const own = ours.get(name)!.p50;
      return {
        engine: rival,
        question: name,
        temperature: 'warm',
        ...milliseconds(answer.timing),
        rows: answer.rows,
        checksum: sum,
        ours: own,
        ratio: answer.timing.p50 / own,
      };
    });
    const [p50, own] = [total(each.map((entry) => entry.p50)), total(each.map((entry) => entry.ours))];
    return [
      ...each,
      { engine: rival, question: TOGETHER, temperature: 'warm', p50, ours: own, ratio: p50 / own },
    ];
  });
  const rows = [...asked.map(({ name }) => name), TOGETHER].map((question) => {
    const answers = entries.filter((entry) => entry.question === question);
    return [
      question,
      ms(answers[0]!.ours),
      ...answers.map((answer) => `${ms(answer.p50)} ${ratio(Number(answer.ratio))}`),
    ];
  });
  const loading = ['loading, ms', '', ...rivals.map(({ loadMs }) => ms(loadMs))];
  const heading = ['p50 in ms, times ours', 'ours', ...rivals.map(({ rival }) => rival)];
  console.log(`\n${table(heading, [...rows, loading])}`);
  return entries;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function milliseconds({ runs, p50, p95, p99 }: Timing) {
  return { runs, p50, p95, p99 };
}
