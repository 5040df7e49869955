import type { Pool } from 'pg';
import { now } from '#analytics/clock.ts';
import type { Language } from '#shared/languages.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { type MakeOptions, makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import { pageFoot } from '../../workbooks/writing/workbook.ts';
import type { Problem } from '../sources/rows.ts';
import { readLines } from './canonical-rows.ts';
import { storedProblems } from './template-version-queries.ts';

/** A workbook of the problem rows of a template file: where they stand, what they say, what is wrong, and whether they count. */
export function templateProblemsWorkbook(
  problems: readonly Problem[],
  language: Language,
  { author, ...options }: MakeOptions & { author: string },
): Promise<Uint8Array> {
  const words = (key: string) => translate(language, `templateFiles.problems.${key}`);
  return makeWorkbook(
    {
      title: words('sheet'),
      author,
      created: now().toISOString(),
      ...pageFoot(language),
      sheets: [
        {
          name: words('sheet'),
          columns: [
            { heading: words('row'), kind: 'integer' },
            { heading: words('column'), kind: 'text' },
            { heading: words('value'), kind: 'text' },
            { heading: words('reason'), kind: 'text' },
            { heading: words('counts'), kind: 'text' },
          ],
          rows: problems.map(({ row, column, value, reason, used }) => [
            row,
            column,
            value,
            translate(language, `reference.row.${reason}`, { value }),
            words(used ? 'yes' : 'no'),
          ]),
        },
      ],
    },
    options,
  );
}

/** Some of the problem rows of a version, in the order of the file. */
export async function readProblems(
  pool: Pool,
  id: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Problem[]> {
  const stored = await storedProblems(pool, id);
  if (!stored) return [];
  const problems: Problem[] = [];
  let at = 0;
  for await (const lines of readLines(stored)) {
    for (const line of lines) {
      if (at >= offset && problems.length < limit) problems.push(JSON.parse(line));
      at++;
    }
    if (problems.length >= limit) break;
  }
  return problems;
}
