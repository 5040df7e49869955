import type { World } from '../world.ts';
import { type Article, packSizes, potentialOf } from './assortment.ts';
import {
  dayNumber,
  isDiscontinued,
  lastListOf,
  type Pack,
  readCatalogue,
  standsForWeek,
} from './catalogue.ts';
import { chf, groupBy, sum } from './exact.ts';
import { isFound } from './find.ts';
import { byCode, byName, inOrder, type Order } from './order.ts';
import { isNew, monthsBefore } from './product.ts';

type Episode = NonNullable<World['stockouts']>[number];

/** Choices of the market's filters, and what the place of a question supplies. Days YYYY-MM-DD. */
export type MarketQuestion = {
  general: readonly string[];
  type: readonly string[];
  molecule: readonly string[];
  atc: readonly string[];
  manufacturer?: readonly string[];
  find?: readonly string[];
  stockOutSince?: string | null;
  date?: string | null;
  sortBy?: string;
  today: string;
  todayUtc: string;
  newStockoutDays: number;
};

/** A product that is missing, with one of the provider's products instead of it. Sums in centimes. */
export type Missing = {
  pack: Pack;
  /** The earliest open one since the day asked for. */
  episode: Episode;
  /** All open ones, and all there ever were. */
  open: Episode[];
  episodes: Episode[];
  alternative: Pack | null;
  rank: number | null;
  quantity: bigint;
  /** Null: packs were bought, but the alternative has no price. */
  potential: bigint | null;
};

/** Rows of the stock-out analyser without an order: one per product, or with `everyAlternative` one for each. */
export function missingProducts(
  world: World,
  assortment: readonly Article[],
  question: MarketQuestion,
  everyAlternative = false,
): Missing[] {
  const since = question.stockOutSince ?? monthsBefore(question.todayUtc, 6);
  const episodesOf = episodesByGtin(world);
  const packsBought = packsByGtin(assortment);
  const rows: Missing[] = [];
  for (const pack of readCatalogue(world).byGtin.values()) {
    if (pack.provider) continue;
    const episodes = episodesOf(pack);
    const open = episodes.filter(({ back_in_stock_on: back }) => !back);
    const counted = open.filter(({ reported_on }) => reported_on >= since);
    if (counted.length === 0) continue;
    const [episode] = counted.toSorted(
      inOrder<Episode>(
        (a, b) => byCode(a.reported_on, b.reported_on),
        (a, b) => byCode(b.updated_on ?? '', a.updated_on ?? ''),
        (a, b) => byCode(a.source ?? '', b.source ?? ''),
      ),
    ) as [Episode];
    const quantity = packsBought(pack);
    const alternatives = everyAlternative ? pack.alternatives : pack.alternatives.slice(0, 1);
    for (const [place, alternative] of (alternatives.length > 0 ? alternatives : [null]).entries()) {
      const rank = alternative && place + 1;
      const potential = potentialInstead(quantity, pack, alternative);
      rows.push({ pack, episode, open, episodes, alternative, rank, quantity, potential });
    }
  }
  return rows.filter(
    ({ pack, alternative }) =>
      passesMarket(pack, question) &&
      isFound(question.find, [...marketNames(pack), ...alternativeNames(alternative)]) &&
      (!question.general.includes('discontinued') || pack.stockOut!.discontinued) &&
      (!question.general.includes('match') || alternative !== null) &&
      (!question.general.includes('available_match') ||
        (alternative !== null && !alternative.stockOut?.open)),
  );
}

/** Products that are deliverable again, whoever's. Turnover in centimes; null: packs were bought, but there is no price. */
export function returnedProducts(world: World, assortment: readonly Article[], question: MarketQuestion) {
  const since = question.date ?? monthsBefore(question.todayUtc, 4);
  const episodesOf = episodesByGtin(world);
  const packsBought = packsByGtin(assortment);
  return [...readCatalogue(world).byGtin.values()].flatMap((pack) => {
    const episodes = episodesOf(pack);
    const back = episodes.map(({ back_in_stock_on }) => back_in_stock_on || '').sort();
    const newest = back.at(-1);
    if (!newest || back.includes('') || newest < since || !passesMarket(pack, question)) return [];
    if (!isFound(question.find, marketNames(pack))) return [];
    if (isGone(episodes)) return [];
    const last = episodes.filter(({ back_in_stock_on }) => back_in_stock_on === newest);
    const quantity = packsBought(pack);
    const price = pack.exFactoryPrice;
    const turnover = quantity === 0n ? 0n : price === null ? null : quantity * price;
    return [
      {
        pack,
        backOn: newest,
        reportedOn: last
          .map((each) => each.reported_on)
          .sort()
          .at(-1)!,
        quantity,
        turnover,
      },
    ];
  });
}

/** By the name of the product, then GTIN. */
export const byPack: Order<{ pack: Pack }> = inOrder(
  (a, b) => byName(a.pack.description, b.pack.description),
  (a, b) => byCode(a.pack.gtin, b.pack.gtin),
);

/** The largest first; what is unknown stands last. */
export function largest(a: bigint | null, b: bigint | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a > b ? -1 : Number(a < b);
}

/** Rows, packs and centimes of each manufacturer; '' for products without one. */
export function byManufacturer(rows: readonly Missing[]) {
  return new Map(
    [...groupBy(rows, ({ pack }) => pack.manufacturer ?? '')].map(([name, own]) => [
      name,
      {
        count: own.length,
        quantity: sum(own, ({ quantity }) => quantity),
        potential: sum(own, ({ potential }) => potential ?? 0n),
      },
    ]),
  );
}

/** The columns that every stock-out row has on the wire. */
export function stockoutRow(
  world: World,
  row: Missing,
  { today, newStockoutDays }: MarketQuestion,
): Record<string, unknown> {
  const { pack, episode, open, alternative, quantity, potential } = row;
  const missing2 = alternative?.stockOut?.open ? alternative.stockOut : null;
  const back = alternative?.stockOut?.backInStockOn ?? '';
  const backLately = back >= monthsBefore(today, 4) ? back : '';
  const sizes = alternative && packSizes(pack, alternative);
  const days = { today, newStockoutDays };
  const first = open.map(({ reported_on }) => reported_on).sort()[0]!;
  return {
    gtin: pack.gtin,
    pharmacode1: pack.pharmacode,
    productName: pack.description,
    hersteller1: pack.manufacturer,
    alternativeGTIN: alternative?.gtin ?? null,
    pharmacode2: alternative?.pharmacode ?? null,
    alternativeProductName: alternative?.description ?? null,
    manufacturer2: alternative?.manufacturer ?? null,
    qty: Number(quantity),
    turnoverPotential: potential === null ? null : chf(potential),
    packFactor: alternative && (sizes ? Number(sizes[0]) / Number(sizes[1]) : 1),
    efPreis2: alternative?.exFactoryPrice == null ? null : chf(alternative.exFactoryPrice),
    deliverability1: episode.expected_delivery || null,
    deliverability2: missing2?.expectedDelivery ?? null,
    deliverabilityWeek1: standsForWeek(world, episode.source, episode.expected_delivery),
    deliverabilityWeek2: missing2?.expectedWeek ?? false,
    deliverabilityStatus1: episode.status || null,
    deliverabilityStatus2: missing2?.status ?? null,
    deliverabilityUpdate1: episode.updated_on || null,
    deliverabilityUpdate2: missing2?.updatedOn ?? null,
    deliverabilityReportingDate1: episode.reported_on,
    deliverabilityReportingDate2: missing2?.reportedOn ?? null,
    deliverabilityComment2: missing2?.comment ?? null,
    coMarketing: alternative?.coMarketing ?? null,
    coMarketing1: pack.coMarketing,
    backInStockDate: backLately || null,
    backInStock2: backLately !== '',
    stockOut2: alternative && missing2 !== null,
    sB20: pack.sB20,
    newStockout1: isNew(pack.stockOut, days),
    newStockout2: isNew(missing2, days),
    reportedOn1: episode.reported_on,
    knownSinceAtLeast1: episode.first_list ?? false,
    missingSince1: first,
    ...movesOf(episode),
    listDate1: lastListOf(world, episode.source ?? 'List'),
    discontinued1: pack.stockOut!.discontinued,
    sources1: pack.stockOut!.sources,
    sourcesDisagree1: pack.stockOut!.sourcesDisagree,
    molecule: pack.molecule,
    atc: pack.atc,
    atcCategory: groupLetter(pack.atc),
    origin: pack.origin,
  };
}

/** The letter of an ATC code that is one of a group. */
export function groupLetter(atc: string | null): string | null {
  const letter = atc?.[0] ?? '';
  return 'ABCDGHJLMNPQRSV'.includes(letter) ? letter || null : null;
}

function episodesByGtin({ stockouts = [] }: World) {
  const episodes = groupBy(stockouts, ({ gtin }) => gtin);
  return ({ gtin }: Pack): Episode[] => episodes.get(gtin) ?? [];
}

function packsByGtin(assortment: readonly Article[]) {
  const packs = new Map(assortment.map(({ pack, quantity }) => [pack?.gtin, quantity]));
  return ({ gtin }: Pack): bigint => packs.get(gtin) ?? 0n;
}

function potentialInstead(quantity: bigint, pack: Pack, alternative: Pack | null): bigint | null {
  if (!alternative || quantity === 0n) return 0n;
  return alternative.exFactoryPrice === null ? null : potentialOf(quantity, pack, alternative);
}

const types: Record<string, string> = { generika: 'generic', original: 'original' };

/** How often the expected delivery of an episode changed, and by how many days in all, where they are days. */
export function movesOf({ deliveries, expected_delivery: only = '' }: Episode) {
  const said = deliveries?.map((each) => each.expected_delivery) ?? [only];
  const [from, to] = [said[0]!, said.at(-1)!].map(dayNumber);
  return {
    moves1: said.length - 1,
    movedDays1: from == null || to == null ? null : to - from,
  };
}

/** Whether the last that a source says of a product is that it will not come back. */
function isGone(episodes: readonly Episode[]): boolean {
  const bySource = groupBy(episodes, ({ source }) => source ?? '');
  return [...bySource.values()].some((own) => {
    const last = own.reduce((a, b) => (b.reported_on > a.reported_on ? b : a));
    return isDiscontinued(last);
  });
}

function marketNames({ description, gtin, pharmacode, manufacturer }: Pack) {
  return [description, gtin, pharmacode, manufacturer];
}

function alternativeNames(alternative: Pack | null) {
  return [alternative?.description, alternative?.gtin, alternative?.pharmacode];
}

/** What is asked of the product itself. */
function passesMarket(
  pack: Pack,
  { general, type, molecule, atc, manufacturer = [] }: MarketQuestion,
): boolean {
  const any = (chosen: readonly string[], holds: (choice: string) => boolean) =>
    chosen.length === 0 || chosen.some(holds);
  return (
    (!general.includes('sb20') || pack.sB20) &&
    (!general.includes('co') || pack.coMarketing) &&
    any(type, (each) => types[each] === pack.origin) &&
    any(molecule, (each) => each === pack.molecule) &&
    any(atc, (code) => pack.atc?.startsWith(code) ?? false) &&
    any(manufacturer, (each) => each === pack.manufacturer)
  );
}
