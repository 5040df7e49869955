import { isDiscontinued } from '#shared/discontinued.ts';
import { ReferenceDataError } from './table.ts';

/** A row of a list: an episode of a product being unavailable; over when `back_in_stock_on` is set. Dates YYYY-MM-DD. */
export type Stockout = {
  gtin: string;
  reported_on: string;
  updated_on: string;
  status: string;
  /** A date, or the manufacturer's words. */
  expected_delivery: string;
  comment: string;
  back_in_stock_on: string;
};

/** Expected delivery by the list of day `said_on`: a date, words or ''. */
export type SaidDelivery = { said_on: string; expected_delivery: string };

/** An episode by its source. `reported_on` distinguishes a source's episodes of a product. */
export type Episode = Stockout & {
  source: string;
  /**
   * From the source's first list, or matched when a list was used again: it may have begun long before it was reported.
   */
  first_list: boolean;
  /** One entry per change of the expected delivery, the first included, oldest first. */
  deliveries: SaidDelivery[];
};

/**
 * A source of lists, with the days of its first and last list, YYYY-MM-DD. `endedOn`: since when it is no longer used;
 * its open episodes do not count as open since, though not as back either. `weekly`: its expected days stand for calendar
 * weeks; set when a history is opened, not in published files.
 */
export type StockoutSource = {
  source: string;
  firstListOn: string;
  lastListOn: string;
  endedOn?: string;
  weekly?: boolean;
};

/** All known stock-outs. */
export type StockoutHistory = { episodes: Episode[]; sources: StockoutSource[] };

/** A list of unavailable products of a source, of the day `date`. */
export type StockoutList = { source: string; date: string; rows: readonly Stockout[] };

/** Source of lists without a named one. */
export const UNNAMED_SOURCE = 'Standard';

const LONGEST_NAME = 60;

/** The history before any list. */
export const noHistory: StockoutHistory = { episodes: [], sources: [] };

/**
 * Merges `list` into the history. Only episodes of its source change: listed ones take its values; open ones of products
 * no longer listed end on its day, unless discontinued; open ones that it reports anew end on the day of the new report;
 * older ones are unchanged. Episodes reported after its day are unaffected; none ends before it was reported. Expected
 * deliveries of that day or later are replaced.
 */
export function mergeStockouts(history: StockoutHistory, list: StockoutList): StockoutHistory {
  const { source, date } = list;
  const known = history.sources.find((each) => each.source === source);
  const firstListOn = known && known.firstListOn < date ? known.firstListOn : date;
  const own = new Map<string, Episode>();
  const others: Episode[] = [];
  for (const episode of history.episodes) {
    if (episode.source === source) own.set(keyOf(episode), episode);
    else others.push(episode);
  }
  const listed = list.rows.map((row): Episode => {
    const before = own.get(keyOf(row));
    return {
      ...row,
      source,
      first_list: date === firstListOn || before?.first_list === true,
      deliveries: deliveriesOf(before?.deliveries ?? [], row, date),
    };
  });
  const rowsOf = Map.groupBy(list.rows, ({ gtin }) => gtin);
  const keys = new Set(list.rows.map(keyOf));
  const leftOut = [...own.values()]
    .filter((episode) => !keys.has(keyOf(episode)))
    .map((episode) => ({ ...episode, back_in_stock_on: endOf(episode, rowsOf.get(episode.gtin), date) }));
  const sources = history.sources.filter((each) => each !== known);
  return {
    episodes: [...others, ...leftOut, ...listed],
    sources: [...sources, { source, firstListOn, lastListOn: date }],
  };
}

/**
 * Matches `list`, the last one of its source, against another catalogue. Existing episodes are unchanged; rows of newly
 * known products are added as in a first list, with an unknown beginning.
 */
export function matchAnew(history: StockoutHistory, { source, date, rows }: StockoutList): StockoutHistory {
  const known = new Set(history.episodes.filter((each) => each.source === source).map(keyOf));
  const added = rows
    .filter((row) => !known.has(keyOf(row)))
    .map((row) => ({ ...row, source, first_list: true, deliveries: deliveriesOf([], row, date) }));
  return { ...history, episodes: [...history.episodes, ...added] };
}

/** A source's name without superfluous spaces; UNNAMED_SOURCE without one. @throws ReferenceDataError */
export function readSourceName(name: string = UNNAMED_SOURCE): string {
  const source = name.trim().replace(/\s+/gu, ' ');
  if (source === '' || source.length > LONGEST_NAME || /\p{C}/u.test(source)) {
    throw new ReferenceDataError('stockouts_source', { limit: LONGEST_NAME });
  }
  return source;
}

/** The known source of that name, ignoring case: a variant would be another source, whose episodes no list would end. */
export function sourceAmong(known: readonly StockoutSource[], source: string): string {
  const folded = source.toLowerCase();
  return known.find((each) => each.source.toLowerCase() === folded)?.source ?? source;
}

/** Renames a source. */
export function renameSource(history: StockoutHistory, from: string, to: string): StockoutHistory {
  const renamed = <Row extends { source: string }>(row: Row): Row =>
    row.source === from ? { ...row, source: to } : row;
  return { episodes: history.episodes.map(renamed), sources: history.sources.map(renamed) };
}

/** The key of a source's episode. */
export function keyOf({ gtin, reported_on }: Stockout): string {
  return `${gtin} ${reported_on}`;
}

/**
 * The end of an episode that a list of the day `date` leaves out, '' while it lasts; `rows`: the list's rows of its
 * product.
 */
export function endOf(episode: Stockout, rows: readonly Stockout[] = [], date: string): string {
  const { back_in_stock_on, reported_on } = episode;
  if (back_in_stock_on !== '' || date < reported_on) return back_in_stock_on;
  // A row that was over before the episode began belongs to an earlier one.
  const [anew] = rows
    .filter((row) => row.back_in_stock_on === '' || row.back_in_stock_on > reported_on)
    .map((row) => row.reported_on)
    .sort();
  if (anew === undefined) return isDiscontinued(episode) ? '' : date;
  return [anew, reported_on].sort().at(-1)!;
}

/** A returned product changes no expected delivery. */
function deliveriesOf(said: readonly SaidDelivery[], row: Stockout, date: string): SaidDelivery[] {
  const before = said.filter(({ said_on }) => said_on < date);
  const last = before.at(-1);
  if (last && (row.back_in_stock_on !== '' || row.expected_delivery === last.expected_delivery))
    return before;
  return [...before, { said_on: date, expected_delivery: row.expected_delivery }];
}
