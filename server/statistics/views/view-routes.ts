import type { Context } from 'koa';
import { z } from 'zod';
import { ARROW_STREAM, arrowPieces, encodeArrow } from '#analytics/arrow.ts';
import { type Bound, bytesOf, releaseColumns, withoutColumns } from '#analytics/columns.ts';
import { contextParameters } from '#analytics/context.ts';
import { encodeJsonBesideOthers, jsonBytesOf, jsonPieces } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { views } from '#analytics/views/index.ts';
import { type View, viewPath } from '#analytics/views/view.ts';
import { text } from '#shared/fields.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { unauthenticated } from '../../platform/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Encoding, encodings, entityTag, type LongResult, streamed } from './results.ts';
import { type Tables, tablesOfMarketView, tablesOfStatistic, viewContext } from './view-tables.ts';

/** More than a list of 60,000 articles has, which is as many as a statistic may have. */
const MOST: Bound = { rows: 100_000, bytes: 128 * 1024 * 1024 };

/** What takes more encoded, some 50,000 articles as Arrow and 10,000 as JSON, is encoded as it is sent. */
const KEPT_BYTES = 16 * 1024 * 1024;

/** One call per registered view, as Arrow stream or JSON; see viewPath for where. */
export function viewRoutes(dependencies: Dependencies): Route[] {
  return views.map((view) => {
    const said = {
      method: 'get',
      path: `/api${viewPath(view, ':id')}`,
      access: 'everyone',
      query: z.strictObject(view.parameters.shape),
      answer: answerOf(view),
    } as const;
    if (view.subject === 'market') {
      return defineRoute({
        ...said,
        summary: `View ${view.name} of the market (sql/${view.sql}).`,
        handle: (ctx, { query, user }) => {
          const tables = () => tablesOfMarketView(dependencies, view, user);
          return answerView(dependencies, ctx, view, tables, query, Boolean(user));
        },
      });
    }
    return defineRoute({
      ...said,
      summary: `View ${view.name} of one statistic (sql/${view.sql}).`,
      params: z.object({ id: text() }),
      objects: { id: 'link' },
      handle: (ctx, { params, query, user }) => {
        const hidden = user ? [] : view.signedInColumns;
        const tables = async () => ({ ...(await tablesOfStatistic(dependencies, params.id)), hidden });
        return answerView(dependencies, ctx, view, tables, query, Boolean(user));
      },
    });
  });
}

/** The columns of signed-in users are absent for others, and amounts for whom they are not meant. */
function answerOf(view: View): z.ZodType {
  const { row, signedInColumns, cardinality } = view;
  const amounts = view.subject === 'market' && view.feeding ? view.amountColumns : [];
  const ofSome = [...signedInColumns, ...amounts].map((column) => [column, z.optional(row.shape[column]!)]);
  const shown = z.strictObject({ ...row.shape, ...Object.fromEntries(ofSome) });
  return cardinality === 'one' ? shown : z.array(shown);
}

async function answerView(
  dependencies: Dependencies,
  ctx: Context,
  view: View,
  open: () => Promise<Tables & { hidden: readonly string[] }>,
  parameters: z.infer<View['parameters']>,
  signedIn: boolean,
): Promise<void> {
  const { results, answerVersion } = dependencies;
  if (!signedIn && choosesForSignedIn(view, parameters)) throw unauthenticated();
  const [tables, context] = await Promise.all([open(), viewContext(dependencies, languageOf(ctx))]);
  const { version } = sqlFile(view.sql);
  const { hidden } = tables;
  const arrow = ctx.accepts('application/json', ARROW_STREAM) === ARROW_STREAM;
  const allParameters = { ...parameters, ...contextParameters(view, context) };
  const cacheKey = JSON.stringify([
    view.name,
    version,
    answerVersion,
    allParameters,
    tables.key,
    hidden,
    arrow,
  ]);
  const encoding = acceptedEncoding(ctx);

  ctx.set('cache-control', 'private, no-cache');
  ctx.set('vary', 'accept, accept-encoding, accept-language, authorization');
  ctx.set('x-sql-version', version);
  ctx.set('x-data-version', tables.version);
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

  const gone = clientGone(ctx);
  const { body, encoding: sent } = await results.body(cacheKey, encoding, gone, make);
  // Each for themselves: of those it was made for, whoever asked first may be gone first.
  if (!(body instanceof Uint8Array)) ctx.state.hold(body.bytes);
  respond(sent);
  if (sent) ctx.set('content-encoding', sent);
  ctx.type = arrow ? ARROW_STREAM : 'application/json';
  ctx.body =
    body instanceof Uint8Array
      ? Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      : streamed(body, sent);

  async function make(signal: AbortSignal): Promise<Uint8Array | LongResult> {
    const columns = await tables.use(
      (connection) => runView(connection, view, parameters, context, MOST),
      signal,
    );
    const visible = withoutColumns(columns, hidden);
    const bytes = bytesOf(visible);
    const encodedBytes = arrow ? bytes : jsonBytesOf(visible);
    const metadata = { sqlVersion: version };
    // Where whoever asked first has no room for it, others may wait for it too.
    if (encodedBytes > KEPT_BYTES || !ctx.state.tryHold(encodedBytes))
      return {
        bytes,
        pieces: () => (arrow ? arrowPieces(visible, metadata) : jsonPieces(visible, view.cardinality)),
      };
    const encoded = arrow
      ? encodeArrow(visible, metadata)
      : await encodeJsonBesideOthers(visible, view.cardinality);
    releaseColumns(columns);
    return encoded;
  }
}

function choosesForSignedIn(
  { signedInChoices = {} }: View,
  parameters: z.infer<View['parameters']>,
): boolean {
  return Object.entries(signedInChoices).some(([name, values]) => values.includes(String(parameters[name])));
}

function acceptedEncoding(ctx: Context): Encoding | undefined {
  return encodings.find((encoding) => ctx.acceptsEncodings(encoding) === encoding);
}
