import { encodeArrow } from '#analytics/arrow.ts';
import { releaseColumns } from '#analytics/columns.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import type { StoredLines } from '#analytics/lines.ts';
import { runView } from '#analytics/run.ts';
import { holdStatistics, type Statistics } from '#analytics/statistics.ts';
import { ownCpuMs, type Patience, type Timing, timingOf } from '../timing.ts';
import { type BenchWorld, benchHead, openBenchWorld } from '../world/world.ts';
import type { Question } from './questions.ts';

/** Milliseconds from the question to the Arrow bytes of the answer, which is `stream`. */
export type OurAnswer = { timing: Timing; stream: Uint8Array };

export const statisticKey = (statistic: number) => ({ statistic, revision: 1, catalogue: 1, stockouts: 1 });

/** Open statistics of the world, with these lines in turn. */
export function holdBench(
  world: BenchWorld,
  stored: readonly StoredLines[],
  memoryBytes: number,
): Statistics {
  const storedOf = (statistic: number) => stored[statistic % stored.length]!;
  return holdStatistics(world.engine, {
    sources: {
      catalogue: async () => world.catalogue,
      stockouts: async () => world.stockouts,
      statistic: async (statistic) => ({ sums: storedOf(statistic).sums, head: benchHead }),
      lines: async (statistic) => storedOf(statistic).lines,
    },
    providerCompanies: world.providerCompanies,
    memoryBytes,
    onError(error) {
      throw error;
    },
  });
}

/** Runs `work` on the tables that the question's view is about: those of the statistic, or of the market that it feeds. */
export function onTables<T>(
  statistics: Statistics,
  statistic: number,
  { view }: Question,
  work: (connection: PooledConnection) => Promise<T>,
): Promise<T> {
  const key = statisticKey(statistic);
  if (view.subject === 'statistic') return statistics.use(key, work);
  return statistics.onMarket(key, view.feeding ? key : undefined, work);
}

/** The answer of an open statistic in Arrow bytes. */
export async function askWarm(statistics: Statistics, question: Question): Promise<Uint8Array> {
  const { view, parameters } = question;
  const columns = await onTables(statistics, 1, question, (connection) =>
    runView(connection, view, parameters),
  );
  const stream = encodeArrow(columns, {});
  releaseColumns(columns);
  return stream;
}

/** Warm, with the CPU that a run takes: the statistic is open and the statement has run before, but the answer is made anew every time. */
export async function measureWarm(
  statistics: Statistics,
  question: Question,
  patience: Patience,
): Promise<OurAnswer & { sql: Timing; encoding: Timing; cpuMs: number }> {
  const { view, parameters } = question;
  const [sql, encoding, all]: [number[], number[], number[]] = [[], [], []];
  const start = performance.now();
  let stream: Uint8Array;
  let cpuBefore = ownCpuMs();
  for (let run = -(patience.warmUp ?? 0); ; run++) {
    if (run === 0) cpuBefore = ownCpuMs();
    const before = performance.now();
    const columns = await onTables(statistics, 1, question, (connection) =>
      runView(connection, view, parameters),
    );
    const between = performance.now();
    stream = encodeArrow(columns, {});
    releaseColumns(columns);
    const after = performance.now();
    if (run < 0) continue;
    sql.push(between - before);
    encoding.push(after - between);
    all.push(after - before);
    if (all.length < patience.minRuns) continue;
    if (all.length >= patience.maxRuns || after - start >= patience.budgetMs) break;
  }
  const cpuMs = (ownCpuMs() - cpuBefore) / all.length;
  return { timing: timingOf(all), stream, sql: timingOf(sql), encoding: timingOf(encoding), cpuMs };
}

/** What the first answers of statistics that were not in memory took. */
export type Cold = {
  /** By the name of the question. */
  answers: Map<string, { timing: Timing; cpuMs: number }>;
  /** What opening the catalogue took, which the first request after a publication waits for. */
  catalogueMs: number;
  /** Memory that an open statistic is counted with. */
  bytes: number;
};

/**
 * Cold: from the Parquet bytes of a statistic's sums to the Arrow bytes of its first answer, the catalogue being open; in an engine of
 * its own, which keeps nothing. `patience` is for the first question, which tells how long opening takes; the others are
 * asked a tenth as long.
 */
export async function measureCold(
  stored: StoredLines,
  asked: readonly Question[],
  { minRuns, maxRuns, budgetMs }: Patience,
): Promise<Cold> {
  const world = await openBenchWorld();
  try {
    const statistics = holdBench(world, [stored], 0);
    let statistic = 0;
    let bytes = 0;
    const open = async (question: Question) => {
      const before = performance.now();
      await onTables(statistics, ++statistic, question, async (connection) => {
        const columns = await runView(connection, question.view, question.parameters);
        encodeArrow(columns, {});
        releaseColumns(columns);
        bytes = statistics.open().bytes;
      });
      return performance.now() - before;
    };
    const withCatalogue = await open(asked[0]!);
    const answers: Cold['answers'] = new Map();
    for (const question of asked) {
      const share = answers.size === 0 ? 1 : 0.1;
      const times: number[] = [];
      const cpuBefore = ownCpuMs();
      const begin = performance.now();
      do times.push(await open(question));
      while (
        times.length < minRuns * share ||
        (times.length < maxRuns && performance.now() - begin < budgetMs * share)
      );
      answers.set(question.name, { timing: timingOf(times), cpuMs: (ownCpuMs() - cpuBefore) / times.length });
    }
    const [first] = answers.values();
    return { answers, bytes, catalogueMs: withCatalogue - first!.timing.p50 };
  } finally {
    await world.close();
  }
}
