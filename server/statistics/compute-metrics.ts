import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { TooManyCodesError } from '#analytics/lines.ts';
import type { Statistics } from '#analytics/statistics.ts';
import type { Changes } from '../platform/cache-invalidation/changes.ts';
import type { Revisions } from '../platform/cache-invalidation/revisions.ts';
import { AppError } from '../platform/errors.ts';
import {
  endTurn,
  figuresVersion,
  type Outdated,
  outdatedFigures,
  readFigures,
  storeFigures,
  takeTurn,
  toldBy,
} from './statistic-metrics.ts';
import { findStatisticFiles } from './statistic-queries.ts';

/** Whoever asks of what was just published comes first, and publications that follow each other are reckoned for once. */
const PATIENCE_MILLISECONDS = 1000;

/** What a process of another release stored, or was killed over, is looked for so often. */
const INTERVAL_MILLISECONDS = 60_000;

const PAGE = 100;

type Parts = {
  pool: Pool;
  statistics: Statistics;
  changes: Changes;
  currentRevisions: () => Promise<Revisions>;
  answerVersion: string;
  onError: (error: unknown) => void;
};

/**
 * Reckons the kept figures of statistics anew after every publication, newest uploads first: one after the other, in one
 * of any number of processes, and at rest for as long as each took. Gives its end, which waits for the one under way.
 */
export function reckonFigures(parts: Parts): () => Promise<void> {
  const { pool, statistics, changes, currentRevisions, answerVersion, onError } = parts;
  const process = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;
  let again = false;
  let afterwards = false;
  let running: Promise<void> | undefined;
  for (const kind of ['catalogue', 'stockouts', 'config'] as const) changes.on(kind, begin);
  // A test upload that was made a customer's, or one whose codes mean something else; what is under way is not begun anew for it.
  changes.on('statistic', () => {
    if (running) afterwards = true;
    else begin();
  });
  // No figure depends on focus groups, but what is reckoned with is loaded with the newest of them alone.
  changes.on('focusGroups', () => running && begin());
  changes.onBack(begin);
  const timer = setInterval(begin, INTERVAL_MILLISECONDS);
  timer.unref();
  begin();
  return async () => {
    ending.abort();
    clearInterval(timer);
    await running;
  };

  function begin(): void {
    again = true;
    running ??= reckonWhileAsked().finally(() => {
      running = undefined;
    });
  }

  async function reckonWhileAsked(): Promise<void> {
    while ((again || afterwards) && !signal.aborted) {
      await rest(PATIENCE_MILLISECONDS);
      if (signal.aborted) return;
      again = false;
      afterwards = false;
      try {
        await reckonAll(await currentRevisions());
      } catch (error) {
        // Before the first publication there is nothing to reckon with.
        if (!signal.aborted && !(error instanceof AppError && error.status === 409)) onError(error);
      }
    }
  }

  async function reckonAll(revisions: Revisions): Promise<void> {
    const version = figuresVersion(answerVersion, revisions);
    let last: number | null = null;
    for (;;) {
      const found = await outdatedFigures(pool, version, last, PAGE);
      if (found.length === 0) break;
      for (const outdated of found) {
        // What is published meanwhile is begun with anew.
        if (signal.aborted || again || !(await takeTurn(pool, process))) break;
        const started = performance.now();
        await reckon(outdated, revisions, version).catch((error: unknown) => {
          // One that can't be read must not keep the others waiting; what is begun with anew is asked again.
          if (!signal.aborted && !again && !(error instanceof TooManyCodesError)) onError(error);
        });
        await rest(performance.now() - started);
      }
      if (signal.aborted || again || !(await takeTurn(pool, process))) break;
      last = found.at(-1)!.statistic;
    }
    await endTurn(pool, process);
  }

  async function reckon(
    { statistic, revision, importDate, row }: Outdated,
    revisions: Revisions,
    version: string,
  ): Promise<void> {
    const files = await findStatisticFiles(pool, statistic, revision);
    // Changed or deleted meanwhile: its turn comes again.
    if (!files?.sums) return;
    const { sums, matches, ...head } = files;
    const told = await toldBy(pool, { ...head, importDate });
    const figures = await statistics.tryOut(
      { sums, matches, head },
      revisions,
      (connection) => readFigures(connection, told),
      signal,
    );
    await storeFigures(pool, { statistic, revision, row }, version, figures, revisions);
  }

  async function rest(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
