import { expect, test } from 'vitest';
import { encodeArrow } from '#analytics/arrow.ts';
import { runView } from '#analytics/run.ts';
import { checksum } from '../../../bench/checksum.ts';
import { arrowCells } from '../../../bench/views/answer.ts';
import { holdBench, statisticKey } from '../../../bench/views/ours.ts';
import { questions } from '../../../bench/views/questions.ts';
import { openArqueroRival } from '../../../bench/views/rivals/arquero.ts';
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
  for (const { name, view, parameters } of asked) {
    const stream = await statistics.use(statisticKey(1), async (connection) =>
      encodeArrow(await runView(connection, view, parameters), {}),
    );
    for (const rival of rivals) {
      const answer = rival.answers[name];
      if (!answer) continue;
      const expected = checksum(arrowCells(stream, answer.columns));
      expect(checksum(await answer.rows()), `${rival.name} on ${name}`).toBe(expected);
    }
  }
  const unanswered = rivals.map(({ name, answers }) => [
    name,
    asked.filter((question) => !answers[question.name]).length,
  ]);
  expect(unanswered).toEqual([
    ['node:sqlite', 1], // list/focusGroups: the generated world has none
    ['Arquero', 15],
    ['typed arrays', 6],
  ]);
  for (const rival of rivals) await rival.close();
  await world.close();
});
