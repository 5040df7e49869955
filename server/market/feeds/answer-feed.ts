import { releaseColumns, withoutColumns } from '#analytics/columns.ts';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { findView } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';
import type { SentFile } from '../../http/send-file.ts';
import { AppError } from '../../platform/errors.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { stockoutListDate } from '../../reference-data/publishing/catalogue-queries.ts';
import { marketPages } from '../../statistics/views/market-pages.ts';
import type { Results } from '../../statistics/views/results.ts';
import { type MarketViewParts, tablesOfMarketView, viewContext } from '../../statistics/views/subjects.ts';
import { csvText } from '../../workbooks/csv.ts';
import { atomFeed, type FeedSource } from './atom.ts';
import type { FollowedFeed } from './feed-queries.ts';
import type { FeedRow } from './row-facts.ts';

export type FeedForm = 'csv' | 'atom';

/** Where a feed is asked for: the portal's address and the feed's own. */
export type FeedPlace = { portalUrl: string; self: string };

type FeedParts = MarketViewParts & {
  results: Results;
  answerVersion: string;
  settings: () => Promise<Settings>;
};

/**
 * The file of what the feed's view holds now, all that its owner may see.
 * @throws AppError 409 when its filter is none of the view's any more, or while no catalogue is published
 */
export async function feedFile(
  parts: FeedParts,
  feed: FollowedFeed,
  form: FeedForm,
  { portalUrl, self }: FeedPlace,
  gone: AbortSignal,
): Promise<SentFile & { bytes: Uint8Array }> {
  const view = feedView(feed);
  const parsed = view.parameters.safeParse(feed.parameters);
  if (!parsed.success) throw new AppError(409, 'feed_outdated');
  const { answerVersion, results, pool, currentRevisions } = parts;
  const { provider } = await parts.settings();
  const context = await viewContext(parts, feed.language);
  const tables = await tablesOfMarketView(parts, view, feed.owner);
  const listDate = await stockoutListDate(pool, (await currentRevisions()).stockouts);
  const author = provider.name;
  const page = `${portalUrl}${marketPages[feed.view]}${queryOf(parsed.data)}`;
  const place = { self, page, author, listDate, today: context.today };
  const { hidden } = tables;
  const depends = [form, place, feed, context, tables.key, hidden, sqlFile(view.sql).version, answerVersion];
  const key = `feed ${JSON.stringify(depends)}`;
  const { bytes } = await results.body(key, undefined, gone, async (signal) => {
    const { rows, source } = await tables.use(async (connection) => {
      const columns = await runView(connection, view, parsed.data, context);
      const json = Buffer.from(encodeJson(withoutColumns(columns, hidden), 'many')).toString();
      releaseColumns(columns);
      const [source] = await connection.rows(sqlFile('market/source.sql').text);
      return { rows: JSON.parse(json) as FeedRow[], source: source as FeedSource | undefined };
    }, signal);
    return Buffer.from(form === 'csv' ? csv(view, rows, hidden) : atomFeed(feed, rows, { ...place, source }));
  });
  return form === 'csv'
    ? { type: 'text/csv; charset=utf-8', bytes, saveAs: fileName('csv', feed.name) }
    : { type: 'application/atom+xml; charset=utf-8', bytes };
}

/** A heading of wire names, then the rows. */
function csv(view: View, rows: readonly FeedRow[], hidden: readonly string[]): string {
  const names = Object.keys(view.row.shape).filter((name) => !hidden.includes(name));
  return csvText([names, ...rows.map((row) => names.map((name) => row[name] ?? null))]);
}

function feedView({ view: name }: FollowedFeed): View & { subject: 'market' } {
  const view = findView(name);
  if (view?.subject !== 'market') throw new AppError(409, 'feed_outdated');
  return view;
}

/**
 * All that the rows were asked for, the order too: a page whose address is silent begins with filters of its own, or those
 * that its tab had last. Where there is nothing to say, that is said.
 */
function queryOf(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => (value === null ? [] : [[name, String(value)]])),
    ),
  );
  if ([...query.keys()].every((name) => name === 'find')) query.set('general', '');
  return `?${query}`;
}
