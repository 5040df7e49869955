import { z } from 'zod';
import { comparableViews, compareSides, readSide } from '#analytics/compare/compare.ts';
import { sqlFile } from '#analytics/sql.ts';
import { findView } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';
import { text } from '#shared/fields.ts';
import { type Comparison, comparison } from '#shared/schemas/comparison.ts';
import type { User } from '#shared/schemas/user.ts';
import { askingOf } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../platform/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { linkedStatistics } from '../links/link-routes.ts';
import { parseParameters } from './explain-routes.ts';
import { type Asking, tablesOfStatistic, viewContext } from './view-tables.ts';

/** GET /api/statistics/{id}/compare: a view of two statistics of one customer side by side. */
export function compareRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/compare',
      summary: "A view of two linked statistics side by side. Takes the view's own parameters too.",
      access: 'everyone',
      costs: 'explain',
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
        const asking = askingOf(ctx);
        return compareStatistics(dependencies, { view, parameters, id: params.id, otherId, user }, asking);
      },
    }),
  ];
}

type Compared = {
  view: View;
  parameters: z.infer<View['parameters']>;
  /** Direct link ids; of `otherId` it is known that `user` may open it. */
  id: string;
  otherId: string;
  user: User | undefined;
};

/** A view of two linked statistics side by side. @throws AppError 400 where they are not linked, and as tablesOfStatistic */
export async function compareStatistics(
  dependencies: Dependencies,
  { view, parameters, id, otherId, user }: Compared,
  { language, signal }: Asking,
): Promise<Comparison> {
  const { pool, engine, currentRevisions } = dependencies;
  const revisions = currentRevisions();
  const tables = await Promise.all([
    tablesOfStatistic(dependencies, id, revisions),
    tablesOfStatistic(dependencies, otherId, revisions),
  ]);
  const linked = await linkedStatistics(pool, user, id);
  if (!linked.some((each) => each.directLinkId === otherId))
    throw new AppError(400, 'statistics_not_linked', { namespace: 'compare.errors' });
  const context = await viewContext(dependencies, language);
  const [side, other] = await Promise.all(
    tables.map(({ use }) => use((connection) => readSide(connection, view, parameters, context), signal)),
  );
  const rows = await engine.use(
    'main',
    (connection) => compareSides(connection, view, parameters, side!, other!),
    signal,
  );
  return {
    view: view.name,
    sql: { file: `sql/${view.sql}`, version: sqlFile(view.sql).version },
    statistic: { directLinkId: id, ...side!.period },
    other: { directLinkId: otherId, ...other!.period },
    rows,
  };
}
