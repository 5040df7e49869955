import { PLAIN_WEEKLY, type World } from '../world.ts';
import { scaled } from './exact.ts';
import { byCode, inOrder } from './order.ts';

/** A pack of the catalogue. Prices in centimes, pack size in thousandths; null where there is none. */
export type Pack = {
  gtin: string;
  pharmacode: string | null;
  description: string;
  manufacturer: string | null;
  provider: boolean;
  atc: string | null;
  molecule: string | null;
  packSize: bigint | null;
  unit: string | null;
  origin: string;
  sl: boolean;
  sB20: boolean;
  biological: boolean;
  coMarketing: boolean;
  exclusive: boolean;
  exFactoryPrice: bigint | null;
  publicPrice: bigint | null;
  stockOut: StockOut | null;
  /** Its row of the catalogue as it stands there. */
  written: World['products'][number];
  /** What the provider offers instead, best first; none for the provider's own packs. */
  alternatives: Pack[];
  /** Ranks of the alternatives, in their order. */
  ranks: number[];
};

/** The state a pack's stock-outs are in: its earliest open episode, or where none is open its newest. Dates YYYY-MM-DD. */
export type StockOut = {
  open: boolean;
  reportedOn: string;
  updatedOn: string | null;
  status: string | null;
  expectedDelivery: string | null;
  /** It is a day that stands for its calendar week. */
  expectedWeek: boolean;
  comment: string | null;
  /** The last day of coming back; null while open. */
  backInStockOn: string | null;
  /** Whether that episode is of its source's first list. */
  knownSinceAtLeast: boolean;
  /** Day of the last list of that episode's source. */
  listDate: string | null;
  /** A source that misses it says that it will not come back. */
  discontinued: boolean;
  /** Day of the report after which nobody could deliver it; null where it is back, or missing since longer. */
  wentMissingOn: string | null;
  /** Sources that miss it now. */
  sources: number;
  /** They name different deliveries, or another source has had it back since. */
  sourcesDisagree: boolean;
};

export type Catalogue = {
  byGtin: ReadonlyMap<string, Pack>;
  /** The pack that a Pharmacode means. */
  byPharmacode: ReadonlyMap<string, Pack>;
};

const read = new WeakMap<World, Catalogue>();

/** What the world's reference data say, by the rules for ambiguous and missing facts. Read once, since worlds never change. */
export function readCatalogue(world: World): Catalogue {
  const known = read.get(world) ?? packsOf(world);
  read.set(world, known);
  return known;
}

function packsOf(world: World): Catalogue {
  const companies = world.providerCompanies ?? ['Provider AG'];
  const byGtin = new Map<string, Pack>();
  const exclusives = new Set(world.exclusives);
  const stockouts = Map.groupBy(world.stockouts ?? [], ({ gtin }) => gtin);
  const alternatives = Map.groupBy(world.alternatives ?? [], ({ gtin }) => gtin);
  for (const product of world.products) {
    const text = (value: string | undefined) => value || null;
    byGtin.set(product.gtin, {
      gtin: product.gtin,
      pharmacode: text(product.pharmacode),
      description: product.description ?? 'Product',
      manufacturer: text(product.manufacturer),
      provider: companies.includes(product.manufacturer ?? ''),
      atc: text(product.atc),
      molecule: text(product.molecule),
      packSize: scaled(product.pack_size ?? '', 3),
      unit: text(product.unit),
      origin: product.origin ?? 'other',
      sl: product.sl === 'true',
      sB20: product.sb20 === 'true',
      biological: product.biological === 'true',
      coMarketing: product.co_marketing === 'true',
      exclusive: exclusives.has(product.gtin),
      exFactoryPrice: scaled(product.ex_factory_price ?? '', 2),
      publicPrice: scaled(product.public_price ?? '', 2),
      stockOut: stockOutOf(world, stockouts.get(product.gtin) ?? []),
      written: product,
      alternatives: [],
      ranks: [],
    });
  }
  for (const pack of byGtin.values()) {
    if (pack.provider) continue;
    const offered = bestFirst(alternatives.get(pack.gtin) ?? []);
    pack.alternatives = offered.map(({ alternative }) => byGtin.get(alternative)!);
    pack.ranks = offered.map(({ rank = 1 }) => rank);
  }
  return { byGtin, byPharmacode: preferredPacks([...byGtin.values()]) };
}

function bestFirst(offered: NonNullable<World['alternatives']>): NonNullable<World['alternatives']> {
  return offered.toSorted((a, b) => (a.rank ?? 1) - (b.rank ?? 1) || byCode(a.alternative, b.alternative));
}

/** On the market first: with an ex-factory price, then with a public price, then the lower GTIN. */
function preferredPacks(packs: Pack[]): Map<string, Pack> {
  const hasExFactoryPrice = (pack: Pack) => Number(pack.exFactoryPrice !== null);
  const hasPublicPrice = (pack: Pack) => Number(pack.publicPrice !== null);
  const preference = inOrder<Pack>(
    (a, b) => hasExFactoryPrice(b) - hasExFactoryPrice(a),
    (a, b) => hasPublicPrice(b) - hasPublicPrice(a),
    (a, b) => byCode(a.gtin, b.gtin),
  );
  const preferred = new Map<string, Pack>();
  for (const pack of packs.toSorted(preference)) {
    if (pack.pharmacode !== null && !preferred.has(pack.pharmacode)) preferred.set(pack.pharmacode, pack);
  }
  return preferred;
}

type Listed = NonNullable<World['stockouts']>[number];

/** Whether `one` of two open episodes is told rather than the other: the earlier, then the one with news of a later day. */
function isTold(one: Listed, other: Listed): boolean {
  if (one.reported_on !== other.reported_on) return one.reported_on < other.reported_on;
  const [news, otherNews] = [one.updated_on ?? '', other.updated_on ?? ''];
  if (news !== otherNews) return news > otherNews;
  return (one.source ?? '') < (other.source ?? '');
}

function stockOutOf(world: World, episodes: readonly Listed[]): StockOut | null {
  if (episodes.length === 0) return null;
  const open = episodes.filter((episode) => !episode.back_in_stock_on);
  const word = (each: Listed) =>
    `${each.reported_on}${each.updated_on || each.reported_on}${each.source ?? ''}`;
  const newest = episodes.reduce((a, b) => (word(b) > word(a) ? b : a));
  const told = open.length > 0 ? open.reduce((a, b) => (isTold(b, a) ? b : a)) : newest;
  const firstDay = open.map((each) => each.reported_on).sort()[0];
  const began = open.some((each) => each.reported_on === firstDay && !each.first_list);
  const returns = episodes.map((episode) => episode.back_in_stock_on ?? '').sort();
  return {
    open: open.length > 0,
    reportedOn: told.reported_on,
    updatedOn: told.updated_on || null,
    status: told.status || null,
    expectedDelivery: told.expected_delivery || null,
    expectedWeek: standsForWeek(world, told.source, told.expected_delivery),
    comment: told.comment || null,
    backInStockOn: open.length > 0 ? null : returns.at(-1)!,
    knownSinceAtLeast: told.first_list ?? false,
    listDate: lastListOf(world, told.source ?? 'List'),
    discontinued: open.some(isDiscontinued),
    wentMissingOn: (began && firstDay) || null,
    sources: new Set(open.map(({ source }) => source)).size,
    sourcesDisagree:
      open.some((one) => open.some((other) => contradicts(one, other))) ||
      (firstDay !== undefined && saidBack(episodes, open, firstDay)),
  };
}

/** Day of the last list of a source; null where nobody knows the source. */
export function lastListOf({ sources }: World, source: string): string | null {
  if (!sources) return '2026-01-01';
  return sources.find((each) => each.source === source)?.lastListOn ?? null;
}

/** Days since 1970 of a calendar date; null for words. */
export function dayNumber(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return null;
  return time / 86_400_000;
}

/** Whether what a source expects is a day, and its days stand for their weeks. */
export function standsForWeek({ sources }: World, source = 'List', delivery = ''): boolean {
  const isWeekly = sources
    ? sources.some((each) => each.source === source && each.weekly)
    : source === PLAIN_WEEKLY;
  return isWeekly && dayNumber(delivery) !== null;
}

/** Worlds say it in these words. */
export function isDiscontinued({ status, expected_delivery }: Listed): boolean {
  return [status, expected_delivery].includes('ausser Handel');
}

/** Whether two sources name different deliveries. */
function contradicts(one: Listed, other: Listed): boolean {
  const [said, otherSaid] = [one.expected_delivery || null, other.expected_delivery || null];
  return one.source !== other.source && said !== null && otherSaid !== null && said !== otherSaid;
}

/** Whether a source without an open episode says that the product was back after it had gone missing on `day`. */
function saidBack(episodes: readonly Listed[], open: readonly Listed[], day: string): boolean {
  const missing = new Set(open.map(({ source }) => source));
  return episodes.some(
    ({ source, back_in_stock_on: back = '' }) => !missing.has(source) && back >= day && back !== '',
  );
}
