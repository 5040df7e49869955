import type { World } from '../world.ts';
import { type Pack, readCatalogue } from './catalogue.ts';
import { groupBy } from './exact.ts';
import { byCode, byName, inOrder } from './order.ts';
import { marketDates } from './portfolio.ts';

export type Series = 'PROVIDER' | 'GENERICA';

type Row = Record<string, unknown>;

/** Every day, and for each of the series' packs whether any of its episodes is open on it: day by day, pack by pack. */
export function stockoutCounts(world: World, series: Series): Row[] {
  const packs = packsOf(world, series);
  const [first, last] = spanOf(world);
  if (first === undefined || last === undefined) return [];
  const begin = [first, yearsBefore(last, 20)].toSorted()[1]!;
  const rows: Row[] = [];
  for (let date = begin; date <= last; date = shifted(date, 1)) {
    rows.push({ date, count: packs.filter((pack) => pack.missing(date)).length });
  }
  return rows;
}

/** The packs that are missing on the day and were not on the day before, then those of which the contrary holds. */
export function stockoutChanges(world: World, series: Series, asked: string | null): Row[] {
  const packs = packsOf(world, series);
  const date = asked ?? newestChange(world, packs);
  if (date === undefined) return [];
  const before = shifted(date, -1);
  const end = spanOf(world)[1]!;
  const missing = packs.filter((pack) => pack.missing(date) && !pack.missing(before));
  const back = packs.filter((pack) => !pack.missing(date) && pack.missing(before));
  const order = inOrder<Listed>(
    (a, b) => byName(a.pack.description, b.pack.description),
    (a, b) => byCode(a.pack.gtin, b.pack.gtin),
  );
  return [
    ...missing.sort(order).map((listed) => rowOf(listed, 'missing', date, end)),
    ...back.sort(order).map((listed) => rowOf(listed, 'back', before, end)),
  ];
}

/** The packs that are missing on the day. */
export function stockoutsOpen(world: World, series: Series, asked: string | null): Row[] {
  const [, end] = spanOf(world);
  const date = asked ?? end!;
  const order = inOrder<Listed>(
    (a, b) => byName(a.pack.description, b.pack.description),
    (a, b) => byCode(a.pack.gtin, b.pack.gtin),
  );
  return packsOf(world, series)
    .filter((pack) => pack.missing(date))
    .sort(order)
    .map((listed) => {
      const { change: _, ...row } = rowOf(listed, 'missing', date, end!);
      return row;
    });
}

type Listed = { pack: Pack; missing(date: string): boolean };

function packsOf(world: World, series: Series): Listed[] {
  const episodes = groupBy(world.stockouts ?? [], ({ gtin }) => gtin);
  return [...readCatalogue(world).byGtin.values()]
    .filter((pack) => (series === 'PROVIDER' ? pack.provider : pack.origin === 'generic'))
    .map((pack) => {
      const own = episodes.get(pack.gtin) ?? [];
      const missing = (date: string) =>
        own.some(({ reported_on, back_in_stock_on: back }) => reported_on <= date && (!back || date < back));
      return { pack, missing };
    });
}

/** `within`: a day of the outage; what is missing after `end` lasts. */
function rowOf({ pack, missing }: Listed, change: string, within: string, end: string): Row {
  let missingOn = within;
  while (missing(shifted(missingOn, -1))) missingOn = shifted(missingOn, -1);
  let backOn: string | null = within;
  while (backOn !== null && missing(backOn)) backOn = backOn > end ? null : shifted(backOn, 1);
  const alternative = pack.alternatives[0];
  return {
    gtin: pack.gtin,
    productName: pack.description,
    manufacturer: pack.manufacturer,
    change,
    missingOn,
    backOn,
    alternativeGTIN: alternative?.gtin ?? null,
    alternativeProductName: alternative?.description ?? null,
  };
}

function newestChange(world: World, packs: readonly Listed[]): string | undefined {
  const days = (world.stockouts ?? []).flatMap((episode) => [episode.reported_on, episode.back_in_stock_on]);
  const known = [...new Set(days.filter((day) => day !== undefined && day !== ''))].sort().reverse();
  return known.find((day) => packs.some((pack) => pack.missing(day!) !== pack.missing(shifted(day!, -1))));
}

/** The earliest report of any product or a first list before it, and the day of the newest list or news. */
function spanOf({
  stockouts = [],
  sources = [],
  stockoutDate = marketDates.stockOutDate,
}: World): [string | undefined, string | undefined] {
  const reports = stockouts.map(({ reported_on }) => reported_on);
  const news = stockouts.flatMap(({ updated_on = '', back_in_stock_on = '' }) => [
    updated_on,
    back_in_stock_on,
  ]);
  const lists = reports.length > 0 ? sources.map(({ firstListOn }) => firstListOn) : [];
  return [[...reports, ...lists].toSorted()[0], [...reports, ...news, stockoutDate].toSorted().at(-1)];
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

function yearsBefore(date: string, years: number): string {
  const earlier = `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
  return Number.isNaN(Date.parse(earlier)) ? earlier.replace('-29', '-28') : earlier;
}
