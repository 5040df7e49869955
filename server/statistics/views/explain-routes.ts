import { z } from 'zod';
import { ExplainError, explain } from '#analytics/explain/explain.ts';
import { explainedView } from '#analytics/explain/explained-views.ts';
import { aboutStatistic } from '#analytics/exports.ts';
import { findView, views } from '#analytics/views/index.ts';
import { sameFilter } from '#analytics/views/product-filter.ts';
import type { View } from '#analytics/views/view.ts';
import { text } from '#shared/fields.ts';
import { LONGEST_CATALOGUE_NAME } from '#shared/limits.ts';
import { explanation } from '#shared/schemas/explanation.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { clientGone } from '../../http/client-gone.ts';
import { parseInput } from '../../http/request/parse-input.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../platform/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { conditionsInWords, formulaInWords, withGroupNames } from './formula-words.ts';
import { tablesOfStatistic, viewContext } from './view-tables.ts';

const names = views.filter(explainedView).map(({ name }) => name);

/** GET /api/statistics/{id}/explain: how a figure of a view comes about, and the articles behind it. */
export function explainRoutes(dependencies: Dependencies): Route[] {
  const { settings } = dependencies;
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/explain',
      summary:
        "A figure in words, what it was made from and the articles behind it. Takes the view's own parameters too.",
      access: 'everyone',
      costs: 'explain',
      params: z.object({ id: text() }),
      objects: { id: 'link' },
      query: z.looseObject({
        view: z.enum(names),
        figure: text(100),
        row: text(LONGEST_CATALOGUE_NAME).optional().describe("value of the row's key column"),
      }),
      answer: explanation,
      conditional: true,
      async handle(ctx, { params, query: { view: name, figure, row = null, ...rest } }) {
        const view = findView(name)!;
        const parameters = parseParameters(view, rest);
        const [tables, context] = await Promise.all([
          tablesOfStatistic(dependencies, params.id),
          viewContext(dependencies, languageOf(ctx)),
        ]);
        const explained = await tables
          .use(async (connection) => {
            const told = await explain(connection, { view, figure, row, parameters }, context);
            const { focusGroup = [] } = sameFilter(parameters);
            const groups =
              focusGroup.length > 0 ? (await aboutStatistic(connection, focusGroup)).focus_groups : [];
            return { ...told, groups };
          }, clientGone(ctx))
          .catch(tellError);
        const { provider, deductibleRate } = await settings();
        const words = { provider: provider.name, rate: deductibleRate };
        const { formula, parts, groups, ...facts } = explained;
        return {
          view: name,
          figure,
          row,
          ...facts,
          formula: formulaInWords(languageOf(ctx), formula, words),
          rows: parts.map(({ filter, ...part }) => ({
            ...part,
            conditions: conditionsInWords(languageOf(ctx), withGroupNames(filter, groups), words),
          })),
        };
      },
    }),
  ];
}

/** Answers what can't be explained with what could be. */
function tellError(error: unknown): never {
  if (!(error instanceof ExplainError)) throw error;
  const issues = error.choices.map((message) => ({ path: 'figure', message }));
  throw new AppError(error.code === 'row_unknown' ? 404 : 400, error.code, {
    namespace: 'explain.errors',
    ...(issues.length > 0 ? { issues } : {}),
  });
}

/** The caller's parameters as the view takes them. Throws AppError 400. */
export function parseParameters(view: View, given: Record<string, unknown>): z.infer<View['parameters']> {
  return parseInput(view.parameters, given);
}
