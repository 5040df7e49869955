import { checksum } from '../../checksum.ts';
import { type Timing, timingOf } from '../../timing.ts';
import type { Question } from '../questions.ts';
import { openArqueroRival } from './arquero.ts';
import type { RivalRows } from './held-equal.ts';
import { openPostgresRival } from './postgres.ts';
import type { Rival } from './rival.ts';
import type { RivalLines } from './rival-lines.ts';
import { openSqliteRival } from './sqlite.ts';
import { openTypedArrayRival } from './typed-arrays.ts';

/**
 * Rounds in which everyone answers in turn, a burst of the same time each: the first answer of a burst finds the
 * processor's caches full of the rival before it and does not count.
 */
const ROUNDS = 7;
const BURST_MS = 150;

/** What one rival took for the questions that it answers, and why it does not answer the others. */
export type Measured = {
  rival: string;
  loadMs: number;
  reason: string;
  answers: Map<string, RivalRows & { timing: Timing }>;
};

/**
 * Loads the lines into every rival, then asks each question in rounds, ours and theirs by turns: what else the machine
 * does then slows all of them alike, and ratios hold. `ours` answers as the product does, in Arrow bytes.
 */
export async function measureRivals(
  postgresUrl: string,
  lines: RivalLines,
  asked: readonly Question[],
  ours: (question: Question) => Promise<unknown>,
): Promise<{ ours: Map<string, Timing>; rivals: Measured[] }> {
  return measureInTurns(
    [
      () => openPostgresRival(postgresUrl, lines, { perArticle: false }),
      () => openPostgresRival(postgresUrl, lines, { perArticle: true }),
      () => openSqliteRival(lines),
      () => openArqueroRival(lines),
      () => openTypedArrayRival(lines),
    ],
    asked,
    ours,
  );
}

/** The same with any rivals, which are closed afterwards. */
export async function measureInTurns(
  opening: readonly (() => Promise<Rival> | Rival)[],
  asked: readonly Question[],
  ours: (question: Question) => Promise<unknown>,
): Promise<{ ours: Map<string, Timing>; rivals: Measured[] }> {
  const rivals: Rival[] = [];
  try {
    for (const open of opening) rivals.push(await open());
    const measured = rivals.map(({ name, loadMs, reason }): Measured => {
      return { rival: name, loadMs, reason, answers: new Map() };
    });
    const own = new Map<string, Timing>();
    for (const question of asked) {
      const answering = rivals.flatMap((rival, index) => {
        const answer = rival.answers[question.name];
        return answer ? [{ answer, answers: measured[index]!.answers }] : [];
      });
      if (answering.length === 0) continue;
      const [ourTiming, ...timings] = await takeTurns([
        () => ours(question),
        ...answering.map(({ answer }) => answer.stream ?? answer.rows),
      ]);
      own.set(question.name, ourTiming!);
      for (const [index, { answer, answers }] of answering.entries()) {
        const cells = await answer.rows();
        answers.set(question.name, {
          timing: timings[index]!,
          rows: cells.length,
          checksum: checksum(cells),
          columns: answer.columns,
        });
      }
    }
    return { ours: own, rivals: measured };
  } finally {
    for (const rival of rivals) await rival.close();
  }
}

async function takeTurns(works: readonly (() => unknown)[]): Promise<Timing[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, work] of works.entries()) {
      await work();
      const begin = performance.now();
      do {
        const before = performance.now();
        await work();
        times[index]!.push(performance.now() - before);
      } while (performance.now() - begin < BURST_MS);
    }
  }
  return times.map(timingOf);
}
