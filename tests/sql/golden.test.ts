import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readColumns } from '#analytics/columns.ts';
import { bind, type SqlParameters } from '#analytics/engine.ts';
import { encodeJson } from '#analytics/json.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { Parameters, Row } from '#tests/support/recompute/answers.ts';
import { long } from '#tests/support/rounds.ts';
import { type OpenDemo, openDemo } from './golden/demo.ts';
import { digest } from './golden/digest.ts';
import { goldenFiles, readGolden, versions } from './golden/files.ts';
import { completed, recomputeGolden, withDefaults } from './golden/recompute-golden.ts';

const files = await goldenFiles();

let demo: OpenDemo;
beforeAll(async () => {
  demo = await openDemo();
}, 60_000);
afterAll(() => demo.close());

/** The answer of a SQL file, as JSON has it. */
function ask(file: string, statistic: string, parameters: Parameters): Promise<Row[]> {
  return demo.use(statistic, async (connection) => {
    const statement = await connection.prepare(sqlFile(file).text);
    bind(statement, parameters as SqlParameters, true);
    return JSON.parse(Buffer.from(encodeJson(await readColumns(await statement.run()), 'many')).toString());
  });
}

test('every version of the SQL files is listed here', async () => {
  const folders = await readdir(new URL('../../sql/', import.meta.url));
  expect(folders.filter((folder) => /^v\d+$/.test(folder)).toSorted()).toEqual(versions);
});

describe('a published file keeps its meaning: its answers on the demo statistics are those of', () => {
  test.each(files)('%s', async (file) => {
    for (const { statistic, parameters, answer } of (await readGolden(file)).answers) {
      const rows = await ask(file, statistic, completed(file, parameters));
      expect({ statistic, parameters, answer: digest(rows, answer.columns) }).toEqual({
        statistic,
        parameters,
        answer,
      });
    }
  });
});

// They were written from it (npm run golden).
if (long)
  test('the golden answers are what a computation in exact integers gives, without DuckDB', async () => {
    for (const golden of await recomputeGolden(files)) {
      const kept = withDefaults(await readGolden(golden.file));
      expect(kept, 'npm run golden after a change of the demo world').toEqual(golden);
    }
  });

test('the golden answers are about something', async () => {
  const { answers } = await readGolden('v1/summary.sql');
  const turnovers = answers.map(({ answer }) => answer.rows[0]![answer.columns.indexOf('turnoverTotal')]);
  for (const turnover of turnovers) expect(turnover).toBeGreaterThan(1000);
  expect(new Set(turnovers).size).toBe(6);
  const rowCounts = (await Promise.all(files.map(readGolden))).flatMap(({ answers: all }) =>
    all.map(({ answer }) => answer.rowCount),
  );
  expect(rowCounts.filter((rowCount) => rowCount > 0).length).toBeGreaterThan(rowCounts.length * 0.8);
});
