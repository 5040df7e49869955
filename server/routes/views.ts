import type { Context } from 'koa';
import { z } from 'zod';
import { ARROW_STREAM, encodeArrow } from '#analytics/arrow.ts';
import { type Columns, releaseColumns } from '#analytics/columns.ts';
import { contextParameters, todayInZurich } from '#analytics/context.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { views } from '#analytics/views/index.ts';
import type { View, ViewContext } from '#analytics/views/view.ts';
import type { Dependencies } from '../dependencies.ts';
import { clientGone } from '../middleware/client-gone.ts';
import { languageOf } from '../middleware/errors.ts';
import { text } from '../request/fields.ts';
import { type Encoding, encodings, entityTag } from '../statistics/results.ts';
import { defineRoute, type Route } from './route.ts';

/** One call per registered view: GET /api/statistics/{directLinkId}/{view}, as Arrow stream or JSON. */
export function viewRoutes(dependencies: Dependencies): Route[] {
  return views.map((view) =>
    defineRoute({
      method: 'get',
      path: `/api/statistics/:id/${view.name}`,
      summary: `View ${view.name} of one statistic (sql/${view.sql}).`,
      access: 'everyone',
      params: z.object({ id: text() }),
      query: view.parameters,
      answer: view.cardinality === 'one' ? view.row : z.array(view.row),
      handle: (ctx, { params, query, user }) =>
        answerView(dependencies, ctx, view, params.id, query, Boolean(user)),
    }),
  );
}

async function answerView(
  dependencies: Dependencies,
  ctx: Context,
  view: View,
  directLinkId: string,
  parameters: z.infer<View['parameters']>,
  signedIn: boolean,
): Promise<void> {
  const { followLink, currentRevisions, statistics, results, answerVersion } = dependencies;
  const [link, revisions, context] = await Promise.all([
    followLink(directLinkId),
    currentRevisions(),
    viewContext(dependencies, ctx),
  ]);
  const { version } = sqlFile(view.sql);
  const hidden = signedIn ? [] : view.signedInColumns;
  const arrow = ctx.accepts('application/json', ARROW_STREAM) === ARROW_STREAM;
  const key = { statistic: link.id, revision: link.revision, ...revisions };
  const allParameters = { ...parameters, ...contextParameters(view, context) };
  const cacheKey = JSON.stringify([view.name, version, answerVersion, allParameters, key, hidden, arrow]);
  const encoding = acceptedEncoding(ctx);

  ctx.set('cache-control', 'private, no-cache');
  ctx.set('vary', 'accept, accept-encoding, accept-language, authorization');
  ctx.set('x-sql-version', version);
  ctx.set('x-data-version', [link.revision, ...Object.values(revisions)].join('.'));
  const respond = (sent: Encoding | undefined) => {
    ctx.status = 200;
    ctx.etag = entityTag(cacheKey, sent);
  };
  for (const sent of [encoding, undefined]) {
    respond(sent);
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
  }

  const { bytes, encoding: sent } = await results.body(
    cacheKey,
    encoding,
    clientGone(ctx),
    async (signal) => {
      const columns = await statistics.use(
        key,
        (connection) => runView(connection, view, parameters, context),
        signal,
      );
      const visible = withoutColumns(columns, hidden);
      const bytes = arrow
        ? encodeArrow(visible, { sqlVersion: version })
        : encodeJson(visible, view.cardinality);
      releaseColumns(columns);
      return bytes;
    },
  );
  respond(sent);
  if (sent) ctx.set('content-encoding', sent);
  ctx.type = arrow ? ARROW_STREAM : 'application/json';
  ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** What queries of this request depend on beside their parameters. */
export async function viewContext({ newStockoutDays }: Dependencies, ctx: Context): Promise<ViewContext> {
  return { today: todayInZurich(), newStockoutDays: await newStockoutDays(), language: languageOf(ctx) };
}

function withoutColumns({ rowCount, columns }: Columns, hidden: readonly string[]): Columns {
  return { rowCount, columns: columns.filter(({ name }) => !hidden.includes(name)) };
}

function acceptedEncoding(ctx: Context): Encoding | undefined {
  return encodings.find((encoding) => ctx.acceptsEncodings(encoding) === encoding);
}
