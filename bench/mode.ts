import type { Size } from './sizes.ts';

/** What the command line asks for. */
export type BenchOptions = {
  /** Numbers of purchase lines; a mode without sizes ignores them. */
  sizes: readonly Size[];
  /** Seconds of load per number of connections. */
  seconds: number;
  /** Run the slow rivals on the largest sizes too. */
  allRivals: boolean;
  /** Views to measure; empty: all. */
  views: readonly string[];
  /** The .xlsx to read; absent: the one every machine has or can make. */
  file?: string;
};

/** One measurement, as it goes to bench/results: numbers in the unit that their name says. */
export type Entry = Record<string, string | number | boolean | null>;

/** What a mode gives back: its measurements, and in words what it could not do. */
export type ModeResult = { entries: Entry[]; notDone: string[] };

/** A part of the benchmark. It prints as it goes. */
export type Mode = {
  name: string;
  summary: string;
  run(options: BenchOptions): Promise<ModeResult>;
};
