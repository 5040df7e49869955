import { contextParameters } from '#analytics/context.ts';
import { views } from '#analytics/views/index.ts';
import { recompute } from '#tests/support/recompute/answers.ts';
import { assortmentOf } from '#tests/support/recompute/assortment.ts';
import { buildDemo, statisticNames, today } from './demo.ts';
import { digest, type Golden } from './digest.ts';
import { type Parameters, questionsOf } from './questions.ts';
import { recomputedWorlds } from './recomputed-worlds.ts';

/** What the summary says of the reference data. */
const madeWith = { catalogueRevision: 1, priceDate: today };

/** What every SQL file must answer on the demo's statistics, computed without DuckDB and without analytics. */
export async function recomputeGolden(files: readonly string[]): Promise<Golden[]> {
  const demo = await buildDemo();
  const days = { priceDate: today, stockOutDate: demo.stockoutLists.at(-1)!.date };
  const worlds = await recomputedWorlds(demo);
  const assortments = new Map([...worlds].map(([name, world]) => [name, assortmentOf(world)]));
  return files.map((file) => ({
    file,
    today,
    answers: askedOf(file).flatMap((statistic) =>
      questionsOf(file).map((question) => {
        const parameters = completed(file, question);
        const world = worlds.get(statistic)!;
        const recomputed = recompute(file, {
          world,
          assortment: assortments.get(statistic)!,
          given: parameters,
        });
        const rows = recomputed.map((row) =>
          file === 'v1/summary.sql' ? { ...row, ...madeWith } : withDays(row, days),
        );
        return { statistic, parameters, answer: digest(rows, Object.keys(rows[0] ?? {})) };
      }),
    ),
  }));
}

/** A row of totals with the days of the demo's reference data. */
function withDays(row: Record<string, unknown>, days: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, days[column] ?? value]));
}

/** The statistics that a file is asked about; of the market, which is the same for all of them, the first. */
function askedOf(file: string): readonly string[] {
  const isMarket = views.find(({ sql }) => sql === file)?.subject === 'market';
  return isMarket ? statisticNames.slice(0, 1) : statisticNames;
}

/** With the defaults of the file's view, if a view still uses it. */
export function completed(file: string, given: Parameters): Record<string, unknown> {
  const view = views.find(({ sql }) => sql === file);
  if (!view) return { ...given };
  const context = contextParameters(view, { today, todayUtc: today, newStockoutDays: 14, language: 'de' });
  return { ...view.parameters.parse({}), ...context, ...given };
}

/** Golden answers as if they had been asked with every parameter that the file has by now. */
export function withDefaults(golden: Golden): Golden {
  const answers = golden.answers.map((answer) => ({
    ...answer,
    parameters: completed(golden.file, answer.parameters),
  }));
  return { ...golden, answers };
}
