import { setTimeout as sleep } from 'node:timers/promises';

/** Times of repeated runs, in milliseconds. */
export type Timing = { runs: number; p50: number; p95: number; p99: number; max: number };

/** How long to repeat: at least `minRuns`, then until `maxRuns` or `budgetMs` is reached. */
export type Patience = { warmUp?: number; minRuns: number; maxRuns: number; budgetMs: number };

/** Runs `work` again and again and times each run; gives the last answer as well. */
export async function measure<Answer>(
  work: () => Promise<Answer> | Answer,
  { warmUp = 0, minRuns, maxRuns, budgetMs }: Patience,
): Promise<{ timing: Timing; answer: Answer }> {
  for (let run = 0; run < warmUp; run++) await work();
  const times: number[] = [];
  const start = performance.now();
  let answer: Answer;
  do {
    const before = performance.now();
    answer = await work();
    times.push(performance.now() - before);
  } while (times.length < minRuns || (times.length < maxRuns && performance.now() - start < budgetMs));
  return { timing: timingOf(times), answer };
}

/** Percentiles of measured milliseconds, of which there is at least one. */
export function timingOf(times: readonly number[]): Timing {
  const sorted = Float64Array.from(times).sort();
  return {
    runs: sorted.length,
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
    max: percentile(sorted, 100),
  };
}

/** The smallest value that at least `percent` percent of the sorted values do not exceed (nearest rank). */
export function percentile(sorted: Float64Array, percent: number): number {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** Longer than a portal rests before and between what it does unasked. */
const IDLE_SECONDS = 3;
/** Milliseconds of processor time in a second, which also a portal needs that does nothing. */
const IDLE_CPU_MS = 50;

/**
 * Waits until a portal that was started has caught up with what was stored beside it: it reckons the figures that are kept of
 * a statistic and who buys what is missing, as it does after a publication, and not beside what is measured. `cpuMs` gives
 * the processor time that its process has used.
 */
export async function untilIdle(cpuMs: () => number | Promise<number>): Promise<void> {
  let before = await cpuMs();
  for (let idle = 0; idle < IDLE_SECONDS; ) {
    await sleep(1000);
    const now = await cpuMs();
    idle = now - before < IDLE_CPU_MS ? idle + 1 : 0;
    before = now;
  }
}

/** Milliseconds of processor time that this process has used, in all its threads: what neighbours on the machine can't falsify. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
