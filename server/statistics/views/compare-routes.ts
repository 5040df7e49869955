import { z } from 'zod';
import { comparableViews, compareSides, readSide } from '#analytics/compare/compare.ts';
import { sqlFile } from '#analytics/sql.ts';
import { findView } from '#analytics/views/index.ts';
import { text } from '#shared/fields.ts';
import { comparison } from '#shared/schemas/comparison.ts';
import type { User } from '#shared/schemas/user.ts';
import type { Dependencies } from '../../dependencies.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../platform/errors.ts';
import { linkedStatistics } from '../links/link-routes.ts';
import { parseParameters } from './explain-routes.ts';
import { tablesOfStatistic, viewContext } from './subjects.ts';

/** GET /api/statistics/{id}/compare: a view of two statistics of one customer side by side. */
export function compareRoutes(dependencies: Dependencies): Route[] {
  const { pool, engine, currentRevisions } = dependencies;
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/compare',
      summary: "A view of two linked statistics side by side. Takes the view's own parameters too.",
      access: 'everyone',
      params: z.object({ id: text() }),
      objects: { id: 'link', 'query.with': 'link' },
      query: z.looseObject({
        with: text(100).describe('direct link id of the other statistic'),
        view: z.enum(comparableViews),
      }),
      answer: comparison,
      conditional: true,
      async handle(ctx, { params, query: { with: otherId, view: name, ...rest }, user }) {
        const view = findView(name)!;
        const parameters = parseParameters(view, rest);
        const revisions = currentRevisions();
        const tables = await Promise.all([
          tablesOfStatistic(dependencies, params.id, revisions),
          tablesOfStatistic(dependencies, otherId, revisions),
        ]);
        await requireLinked(user, params.id, otherId);
        const context = await viewContext(dependencies, languageOf(ctx));
        const gone = clientGone(ctx);
        const [side, other] = await Promise.all(
          tables.map(({ use }) => use((connection) => readSide(connection, view, parameters, context), gone)),
        );
        const rows = await engine.use(
          'main',
          (connection) => compareSides(connection, view, parameters, side!, other!),
          gone,
        );
        return {
          view: name,
          sql: { file: `sql/${view.sql}`, version: sqlFile(view.sql).version },
          statistic: { directLinkId: params.id, ...side!.period },
          other: { directLinkId: otherId, ...other!.period },
          rows,
        };
      },
    }),
  ];

  async function requireLinked(user: User | undefined, directLinkId: string, otherId: string): Promise<void> {
    const linked = await linkedStatistics(pool, user, directLinkId);
    if (!linked.some((each) => each.directLinkId === otherId)) {
      throw new AppError(400, 'statistics_not_linked', { namespace: 'compare.errors' });
    }
  }
}
