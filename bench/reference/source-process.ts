import { sourceReaders } from '#server/reference-data/sources/index.ts';
import type { SourceKey } from '#server/reference-data/sources/rows.ts';
import { peakBytes } from '../machine.ts';

/** What a process that reads one source's file reports. */
export type SourceReading = {
  rows: number;
  problems: number;
  /** The first reading, with the loading of the code. */
  firstMs: number;
  /** Processor time of all threads of that reading, which stays comparable on a busy machine. */
  firstCpuMs: number;
  /** The middle one of the later readings. */
  medianMs: number;
  /** Resident set at its peak, above the idle process; of all readings together. */
  peakBytes: number;
  /** Of the peak, what the first reading alone brought. */
  firstPeakBytes: number;
};

const RUNS = 3;

const [key, path] = process.argv.slice(2) as [SourceKey, string];
const idle = process.memoryUsage().rss;
const peak = () => peakBytes() - idle;

const times: number[] = [];
let firstPeakBytes = 0;
let firstCpuMs = 0;
let found = { rows: 0, problems: 0 };
for (let run = 0; run <= RUNS; run++) {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const { rows, problems } = await sourceReaders[key]({ path, fileName: path, milliseconds: 60_000 });
  times.push(performance.now() - started);
  found = { rows: rows.length, problems: problems.length };
  if (run > 0) continue;
  const { user, system } = process.cpuUsage(cpu);
  firstCpuMs = (user + system) / 1000;
  firstPeakBytes = peak();
}
const [firstMs, ...later] = times as [number, ...number[]];
const report: SourceReading = {
  ...found,
  firstMs,
  firstCpuMs,
  medianMs: later.toSorted((a, b) => a - b)[Math.floor(later.length / 2)]!,
  peakBytes: peak(),
  firstPeakBytes,
};
process.send!(report, () => process.exit(0));
