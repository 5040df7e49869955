import { readFileSync } from 'node:fs';
import { aggregateColumns, summaryColumns } from './rival.ts';

/** One of the SQL files that both SQL rivals run. */
export function rivalSql(file: string): string {
  return readFileSync(new URL(`./sql/${file}.sql`, import.meta.url), 'utf8');
}

/** The questions that are written in SQL, by their name. */
export const sqlQuestions: Record<string, { file: string; columns: readonly string[] }> = {
  summary: { file: 'summary', columns: summaryColumns },
  atc: { file: 'atc', columns: aggregateColumns('atcCategory') },
  manufacturers: { file: 'manufacturers', columns: aggregateColumns('manufacturerName') },
  'manufacturers (match, generika, original, efPreisSum)': {
    file: 'manufacturers-filtered',
    columns: aggregateColumns('manufacturerName'),
  },
  molecule: { file: 'molecule', columns: aggregateColumns('moleculeName') },
};

export const notInSql = 'not written for the SQL rivals';
