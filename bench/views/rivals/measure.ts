import { checksum } from '../../checksum.ts';
import { measure, type Patience, type Timing } from '../../timing.ts';
import type { Question } from '../questions.ts';
import { openArqueroRival } from './arquero.ts';
import { openPostgresRival } from './postgres.ts';
import type { Rival } from './rival.ts';
import type { RivalLines } from './rival-lines.ts';
import { openSqliteRival } from './sqlite.ts';
import { openTypedArrayRival } from './typed-arrays.ts';

const patience: Patience = { warmUp: 1, minRuns: 3, maxRuns: 200, budgetMs: 800 };

/** What one rival took for the questions that it answers, and why it does not answer the others. */
export type Measured = {
  rival: string;
  loadMs: number;
  reason: string;
  answers: Map<string, { timing: Timing; checksum: string; columns: readonly string[] }>;
};

/** Loads the lines into one rival after the other, asks it what it can answer, and closes it. */
export async function measureRivals(
  postgresUrl: string,
  lines: RivalLines,
  asked: readonly Question[],
): Promise<Measured[]> {
  const rivals: (() => Promise<Rival> | Rival)[] = [
    () => openPostgresRival(postgresUrl, lines, { perArticle: false }),
    () => openPostgresRival(postgresUrl, lines, { perArticle: true }),
    () => openSqliteRival(lines),
    () => openArqueroRival(lines),
    () => openTypedArrayRival(lines),
  ];
  const measured: Measured[] = [];
  for (const open of rivals) {
    const rival = await open();
    try {
      measured.push(await measureRival(rival, asked));
    } finally {
      await rival.close();
    }
  }
  return measured;
}

async function measureRival(rival: Rival, asked: readonly Question[]): Promise<Measured> {
  const answers: Measured['answers'] = new Map();
  for (const { name } of asked) {
    const answer = rival.answers[name];
    if (!answer) continue;
    const { timing } = await measure<unknown>(answer.stream ?? answer.rows, patience);
    answers.set(name, { timing, checksum: checksum(await answer.rows()), columns: answer.columns });
  }
  return { rival: rival.name, loadMs: rival.loadMs, reason: rival.reason, answers };
}
