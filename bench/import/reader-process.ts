import { readFileSync } from 'node:fs';
import { peakBytes } from '../machine.ts';
import { type Found, type Place, rivals, stages } from './readers.ts';

/** What a process that reads one file with one reader reports. */
export type ReaderReport = Found & {
  /** The first reading, with the loading of the library. */
  firstMs: number;
  /** The middle one of the readings after it; the first when there was time for no other. */
  medianMs: number;
  /** Processor time of all threads of that reading. */
  cpuMs: number;
  runs: number;
  /** Resident set at its peak, above the idle process with the file in memory. */
  peakBytes: number;
};

const BUDGET_MS = 8_000;
const MOST_RUNS = 9;

const [name, path, headingRow, quantityColumn] = process.argv.slice(2);
const reader = [...stages, ...rivals].find((r) => r.name === name)!;
const place: Place = { headingRow: Number(headingRow), quantityColumn: Number(quantityColumn) };
const file = readFileSync(path!);
const idle = process.memoryUsage().rss;

const runs: { ms: number; cpuMs: number }[] = [];
const started = performance.now();
let found: Found;
do {
  const [before, cpu] = [performance.now(), process.cpuUsage()];
  found = await reader.read(path!, file, place);
  const { user, system } = process.cpuUsage(cpu);
  runs.push({ ms: performance.now() - before, cpuMs: (user + system) / 1000 });
} while (runs.length < MOST_RUNS && performance.now() - started < BUDGET_MS);

const [first, ...others] = runs;
const warm = (others.length > 0 ? others : runs).toSorted((a, b) => a.ms - b.ms);
const median = warm[Math.floor(warm.length / 2)]!;
const report: ReaderReport = {
  ...found,
  firstMs: first!.ms,
  medianMs: median.ms,
  cpuMs: median.cpuMs,
  runs: runs.length,
  peakBytes: peakBytes() - idle,
};
process.send!(report, () => process.exit(0));
