import type { Stockout } from '#analytics/catalogue/stockout-history.ts';
import type { World } from '../world.ts';

type Episode = NonNullable<World['stockouts']>[number];
type Said = { said_on: string; expected_delivery: string };

/** A list of a source, in the order of publication; a row's `''` is what the list leaves open. */
export type PublishedList = {
  source: string;
  date: string;
  rows: Stockout[];
};

type ListByGtin = Omit<PublishedList, 'rows'> & { rowsOf: ReadonlyMap<string, readonly Stockout[]> };

const gone = /ausser Handel/;

/**
 * What is known after these lists: each episode that ever stood on one is followed for itself, list by list of its
 * source, by the rules of docs/reference-data.md.
 */
export function followLists(lists: readonly PublishedList[]): Required<Pick<World, 'stockouts' | 'sources'>> {
  const names = [...new Set(lists.map(({ source }) => source))];
  const sources = names.map((source) => {
    const dates = lists.filter((list) => list.source === source).map(({ date }) => date);
    return { source, firstListOn: dates.toSorted()[0]!, lastListOn: dates.at(-1)! };
  });
  const stockouts = names.flatMap((source) => {
    const own = lists
      .filter((list) => list.source === source)
      .map(({ rows, ...list }) => ({ ...list, rowsOf: Map.groupBy(rows, ({ gtin }) => gtin) }));
    const keys = new Map<string, Stockout>();
    for (const { rowsOf } of own)
      for (const row of [...rowsOf.values()].flat()) keys.set(`${row.gtin}/${row.reported_on}`, row);
    return [...keys.values()].map(({ gtin, reported_on }) => follow(own, gtin, reported_on));
  });
  return { stockouts, sources };
}

function follow(lists: readonly ListByGtin[], gtin: string, reportedOn: string): Episode {
  let episode: Episode | undefined;
  let said: Said[] = [];
  let onFirst = false;
  let firstListOn = '9999';
  for (const { source, date, rowsOf } of lists) {
    if (date < firstListOn) firstListOn = date;
    const rows = rowsOf.get(gtin) ?? [];
    const row = rows.find((each) => each.reported_on === reportedOn);
    if (row) {
      onFirst ||= date === firstListOn;
      said = wordsWith(said, date, row.expected_delivery, row.back_in_stock_on !== '');
      episode = { ...row, source };
      continue;
    }
    if (!episode || episode.back_in_stock_on || reportedOn > date) continue;
    const anew = rows
      .filter(({ back_in_stock_on: back }) => !back || back > reportedOn)
      .map((each) => (each.reported_on > reportedOn ? each.reported_on : reportedOn));
    if (anew.length > 0) episode = { ...episode, back_in_stock_on: anew.sort()[0]! };
    else if (!gone.test(`${episode.status ?? ''} ${episode.expected_delivery}`)) {
      episode = { ...episode, back_in_stock_on: date };
    }
  }
  return { ...episode!, first_list: onFirst, deliveries: said };
}

function wordsWith(said: readonly Said[], date: string, words: string, back: boolean): Said[] {
  const before = said.filter(({ said_on }) => said_on < date);
  if (before.length === 0) return [{ said_on: date, expected_delivery: words }];
  if (back || before.at(-1)!.expected_delivery === words) return before;
  return [...before, { said_on: date, expected_delivery: words }];
}
