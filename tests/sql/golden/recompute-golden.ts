import { contextParameters } from '#analytics/context.ts';
import { views } from '#analytics/views/index.ts';
import { assortmentOf } from '#tests/support/recompute/assortment.ts';
import { buildDemo, statisticNames, today } from './demo.ts';
import { digest, type Golden } from './digest.ts';
import { questions } from './questions.ts';
import { type Parameters, recomputedAnswers } from './recomputed-answers.ts';
import { recomputedWorlds } from './recomputed-worlds.ts';

/** What every SQL file must answer on the demo's statistics, computed without DuckDB and without analytics. */
export async function recomputeGolden(): Promise<Golden[]> {
  const worlds = await recomputedWorlds(await buildDemo());
  const assortments = new Map([...worlds].map(([name, world]) => [name, assortmentOf(world)]));
  return Object.entries(questions).map(([file, asked]) => ({
    file,
    today,
    answers: statisticNames.flatMap((statistic) =>
      asked.map((question) => {
        const parameters = completed(file, question);
        const world = worlds.get(statistic)!;
        const rows = recomputedAnswers[file]!({
          world,
          assortment: assortments.get(statistic)!,
          given: parameters,
        });
        return { statistic, parameters, answer: digest(rows, Object.keys(rows[0] ?? {})) };
      }),
    ),
  }));
}

/** With the defaults of the file's view, if a view still uses it. */
export function completed(file: string, given: Parameters): Record<string, unknown> {
  const view = views.find(({ sql }) => sql === file);
  if (!view) return { ...given };
  const context = contextParameters(view, { today, newStockoutDays: 14, language: 'de' });
  return { ...view.parameters.parse({}), ...context, ...given };
}
