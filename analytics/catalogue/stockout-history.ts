import { isDiscontinued } from '#shared/discontinued.ts';
import { ReferenceDataError } from './table.ts';

/** A list's row: an episode of a product not being deliverable; over when `back_in_stock_on` is set. Dates YYYY-MM-DD. */
export type Stockout = {
  gtin: string;
  reported_on: string;
  updated_on: string;
  status: string;
  /** A date, or words of the manufacturer. */
  expected_delivery: string;
  comment: string;
  back_in_stock_on: string;
};

/** What a list of the day `said_on` said of when delivery is expected: a date, words or ''. */
export type SaidDelivery = { said_on: string; expected_delivery: string };

/** An episode as its source reports it. `reported_on` tells a source's episodes of a product apart. */
export type Episode = Stockout & {
  source: string;
  /** Of its source's first list, or matched when a list was used again: it may have begun long before it was reported. */
  first_list: boolean;
  /** One entry per change of the expected delivery, the first word included, oldest first. */
  deliveries: SaidDelivery[];
};

/**
 * Somebody whose lists say what is missing, and the days of its first and last list, YYYY-MM-DD. `endedOn`: since when
 * nobody asks it any more; what it left open is not open since, but nobody said that it is back either. `weekly`: the days
 * on which it expects deliveries stand for their calendar weeks; whose do is said where a history is opened, not published.
 */
export type StockoutSource = {
  source: string;
  firstListOn: string;
  lastListOn: string;
  endedOn?: string;
  weekly?: boolean;
};

/** All that is known about stock-outs. */
export type StockoutHistory = { episodes: Episode[]; sources: StockoutSource[] };

/** A list of what a source can't deliver, of the day `date`. */
export type StockoutList = { source: string; date: string; rows: readonly Stockout[] };

/** The source of lists that nobody names one for. */
export const UNNAMED_SOURCE = 'Standard';

const LONGEST_NAME = 60;

/** Before any list. */
export const noHistory: StockoutHistory = { episodes: [], sources: [] };

/**
 * What is known once `list` is in. Only episodes of its source change: those on the list are as it says; open ones of
 * products that it no longer names are over on its day, unless the product is discontinued; open ones that it reports
 * anew are over on the day of the new report; older ones stay as they were. Of an episode reported after its day the list
 * knows nothing; none ends before it was reported. What the source said of deliveries that day or later is taken back.
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
 * What is known once `list`, the last one of its source, was held against another catalogue. What it said stays; rows that it
 * has of products not known before are added as those of a first list are: since when they are missing nobody knows.
 */
export function matchAnew(history: StockoutHistory, { source, date, rows }: StockoutList): StockoutHistory {
  const known = new Set(history.episodes.filter((each) => each.source === source).map(keyOf));
  const added = rows
    .filter((row) => !known.has(keyOf(row)))
    .map((row) => ({ ...row, source, first_list: true, deliveries: deliveriesOf([], row, date) }));
  return { ...history, episodes: [...history.episodes, ...added] };
}

/** The name of a list's source without superfluous spaces; nobody's is UNNAMED_SOURCE's. @throws ReferenceDataError */
export function readSourceName(name: string = UNNAMED_SOURCE): string {
  const source = name.trim().replace(/\s+/gu, ' ');
  if (source === '' || source.length > LONGEST_NAME || /\p{C}/u.test(source)) {
    throw new ReferenceDataError('stockouts_source', { limit: LONGEST_NAME });
  }
  return source;
}

/** The source as it was named before: another way of capitals is no other source, whose list nothing would ever end. */
export function sourceAmong(known: readonly StockoutSource[], source: string): string {
  const folded = source.toLowerCase();
  return known.find((each) => each.source.toLowerCase() === folded)?.source ?? source;
}

/** The same with a source called otherwise. */
export function renameSource(history: StockoutHistory, from: string, to: string): StockoutHistory {
  const renamed = <Row extends { source: string }>(row: Row): Row =>
    row.source === from ? { ...row, source: to } : row;
  return { episodes: history.episodes.map(renamed), sources: history.sources.map(renamed) };
}

/** Tells a source's episodes apart. */
export function keyOf({ gtin, reported_on }: Stockout): string {
  return `${gtin} ${reported_on}`;
}

/** When an episode that a list of the day `date` leaves out is over, '' while it lasts; `rows`: the list's of its product. */
export function endOf(episode: Stockout, rows: readonly Stockout[] = [], date: string): string {
  const { back_in_stock_on, reported_on } = episode;
  if (back_in_stock_on !== '' || date < reported_on) return back_in_stock_on;
  // A row that was over before the episode began is about an earlier one.
  const [anew] = rows
    .filter((row) => row.back_in_stock_on === '' || row.back_in_stock_on > reported_on)
    .map((row) => row.reported_on)
    .sort();
  if (anew === undefined) return isDiscontinued(episode) ? '' : date;
  return [anew, reported_on].sort().at(-1)!;
}

/** That a product is back is no news of when it comes. */
function deliveriesOf(said: readonly SaidDelivery[], row: Stockout, date: string): SaidDelivery[] {
  const before = said.filter(({ said_on }) => said_on < date);
  const last = before.at(-1);
  if (last && (row.back_in_stock_on !== '' || row.expected_delivery === last.expected_delivery))
    return before;
  return [...before, { said_on: date, expected_delivery: row.expected_delivery }];
}
