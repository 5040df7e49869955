import { encodeArrow } from '#analytics/arrow.ts';
import { releaseColumns } from '#analytics/columns.ts';
import { runView } from '#analytics/run.ts';
import { holdStatistics, type Statistics } from '#analytics/statistics.ts';
import { type Patience, type Timing, timingOf } from '../timing.ts';
import { type BenchWorld, benchHead, openBenchWorld } from '../world/world.ts';
import type { Question } from './questions.ts';

/** Milliseconds from the question to the Arrow bytes of the answer, which is `stream`. */
export type OurAnswer = { timing: Timing; stream: Uint8Array };

export const statisticKey = (statistic: number) => ({ statistic, revision: 1, catalogue: 1, stockouts: 1 });

/** Open statistics of the world, every one of them with these lines. */
export function holdBench(world: BenchWorld, lines: Uint8Array, memoryBytes: number): Statistics {
  return holdStatistics(world.engine, {
    sources: {
      catalogue: async () => world.catalogue,
      stockouts: async () => world.stockouts,
      statistic: async () => ({ lines, head: benchHead }),
    },
    providerCompanies: world.providerCompanies,
    memoryBytes,
    onError(error) {
      throw error;
    },
  });
}

/** The answer of an open statistic in Arrow bytes. */
export async function askWarm(statistics: Statistics, { view, parameters }: Question): Promise<Uint8Array> {
  const columns = await statistics.use(statisticKey(1), (connection) =>
    runView(connection, view, parameters),
  );
  const stream = encodeArrow(columns, {});
  releaseColumns(columns);
  return stream;
}

/** Warm, with the CPU that a run takes: the statistic is open and the statement has run before, but the answer is made anew every time. */
export async function measureWarm(
  statistics: Statistics,
  { view, parameters }: Question,
  patience: Patience,
): Promise<OurAnswer & { sql: Timing; encoding: Timing; cpuMs: number }> {
  const [sql, encoding, all]: [number[], number[], number[]] = [[], [], []];
  const start = performance.now();
  let stream: Uint8Array;
  let cpuBefore = cpu();
  for (let run = -(patience.warmUp ?? 0); ; run++) {
    if (run === 0) cpuBefore = cpu();
    const before = performance.now();
    const columns = await statistics.use(statisticKey(1), (connection) =>
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
  const cpuMs = (cpu() - cpuBefore) / all.length;
  return { timing: timingOf(all), stream, sql: timingOf(sql), encoding: timingOf(encoding), cpuMs };
}

/** Milliseconds of CPU that this process has used, in all its threads: what neighbours on the machine can't falsify. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Cold: from the statistic's Parquet bytes to the first answer, the catalogue being open; in an engine of its own, which
 * keeps nothing. Also what opening the catalogue itself took, which the first request after a publication waits for.
 */
export async function measureCold(
  lines: Uint8Array,
  { view, parameters }: Question,
  patience: Patience,
): Promise<OurAnswer & { catalogueMs: number; bytes: number; cpuMs: number }> {
  const world = await openBenchWorld();
  try {
    const statistics = holdBench(world, lines, 0);
    let statistic = 0;
    let bytes = 0;
    const open = () =>
      statistics.use(statisticKey(++statistic), async (connection) => {
        const stream = encodeArrow(await runView(connection, view, parameters), {});
        bytes = statistics.open().bytes;
        return stream;
      });
    const times: number[] = [];
    let stream: Uint8Array;
    let cpuBefore = 0;
    const begin = performance.now();
    do {
      if (times.length === 1) cpuBefore = cpu();
      const before = performance.now();
      stream = await open();
      times.push(performance.now() - before);
    } while (
      times.length <= patience.minRuns ||
      (times.length <= patience.maxRuns && performance.now() - begin < patience.budgetMs)
    );
    const [first, ...others] = times;
    const timing = timingOf(others);
    const cpuMs = (cpu() - cpuBefore) / others.length;
    return { timing, stream, cpuMs, catalogueMs: first! - timing.p50, bytes };
  } finally {
    await world.close();
  }
}
