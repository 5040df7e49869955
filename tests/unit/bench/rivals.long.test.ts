import { expect, test } from 'vitest';
import { encodeArrow } from '#analytics/arrow.ts';
import { runView } from '#analytics/run.ts';
import { checksum } from '../../../bench/checksum.ts';
import { arrowCells } from '../../../bench/views/answer.ts';
import { holdBench, onTables, statisticKey } from '../../../bench/views/ours.ts';
import { questions } from '../../../bench/views/questions.ts';
import { openArqueroRival } from '../../../bench/views/rivals/arquero.ts';
import { heldEqual } from '../../../bench/views/rivals/held-equal.ts';
import { readRivalLines } from '../../../bench/views/rivals/rival-lines.ts';
import { openSqliteRival } from '../../../bench/views/rivals/sqlite.ts';
import { openTypedArrayRival } from '../../../bench/views/rivals/typed-arrays.ts';
import { benchLines } from '../../../bench/world/lines.ts';
import { openBenchWorld } from '../../../bench/world/world.ts';

test('rivals answer what we answer, to the centime', { timeout: 120_000 }, async () => {
  const world = await openBenchWorld();
  const statistics = holdBench(world, [await benchLines(world.engine, 3000)], Number.POSITIVE_INFINITY);
  const lines = await statistics.withLines(statisticKey(1), readRivalLines);
  expect(lines.lineCount).toBe(3000);
  const rivals = [openSqliteRival(lines), openArqueroRival(lines), openTypedArrayRival(lines)];
  const asked = questions([]);
  for (const question of asked) {
    const { name, view, parameters } = question;
    const stream = await onTables(statistics, 1, question, async (connection) =>
      encodeArrow(await runView(connection, view, parameters), {}),
    );
    for (const rival of rivals) {
      const answer = rival.answers[name];
      if (!answer) continue;
      const expected = checksum(arrowCells(stream, answer.columns));
      expect(checksum(await answer.rows()), `${rival.name} on ${name}`).toBe(expected);
    }
  }
  const names = new Set(asked.map(({ name }) => name));
  const answered = rivals.map(({ name, answers }) => [
    name,
    Object.keys(answers).filter((question) => names.has(question)).length,
  ]);
  expect(answered).toEqual([
    ['node:sqlite', 19],
    ['Arquero', 5],
    ['typed arrays', 14],
  ]);
  for (const rival of rivals) await rival.close();
  await world.close();
});

test("a rival's answer of other rows or other cells than ours is an error", () => {
  const data = (values: readonly number[]) => ({
    length: values.length,
    nullCount: 0,
    validity: null,
    data: Int32Array.from(values),
  });
  const stream = encodeArrow(
    { rowCount: 2, columns: [{ name: 'count', type: 'int32', batches: [data([3, 4])] }] },
    {},
  );
  const answer = (...counts: number[]) => {
    const rows = counts.map((count) => [count]);
    return { rows: rows.length, checksum: checksum(rows), columns: ['count'] };
  };
  expect(heldEqual('X', 'atc', answer(3, 4), stream)).toBe(answer(3, 4).checksum);
  expect(() => heldEqual('X', 'atc', answer(3), stream)).toThrow('X answers atc with 1 rows, we with 2.');
  expect(() => heldEqual('X', 'atc', answer(4, 3), stream)).toThrow('X answers atc otherwise than we do.');
});
