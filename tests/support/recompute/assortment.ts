import type { World } from '../world.ts';
import { type Catalogue, type Pack, readCatalogue } from './catalogue.ts';
import { chf, groupBy, halfUp, knownChf, scaled, sum } from './exact.ts';
import { byCode } from './order.ts';

export type BeforeAndAfter = { before: bigint | null; after: bigint | null };

/** An article bought: its lines netted. Quantity in packs, sums in centimes; null where a price is missing. */
export type Article = {
  /** Null: no pack of the catalogue answers to it. */
  pack: Pack | null;
  gtin: string | null;
  /** The catalogue's, else the highest that a line has. */
  pharmacode: string | null;
  /** The catalogue's, else that of the first line that has one. */
  name: string | null;
  lineCount: number;
  quantity: bigint;
  exFactorySum: bigint | null;
  publicSum: bigint | null;
  alternative: Pack | null;
  /** Packs bought of the alternative itself. */
  alternativeQuantity: bigint | null;
  /** 0 without alternative; null where the alternative has no price. */
  potential: bigint | null;
  /** 0 without alternative; null where the article or its alternative has no price. */
  gain: bigint | null;
  /** The same of public prices. */
  publicDifference: bigint | null;
  /** What patients pay of it, and of its alternative instead; null where either of them is unknown or there is none. */
  deductible: BeforeAndAfter;
  /** What wholesaler and pharmacy have of it together, and of its alternative instead; null likewise. */
  distributionShare: BeforeAndAfter;
  /** GTIN of the provider's product whose interchangeable set the article belongs to. */
  setGtin: string | null;
  /** Articles bought of that set; 0 without a set. */
  setSize: number;
  /** Ids of the focus groups that name the pack, its molecule, its alternative or the alternative's molecule. */
  focusGroups: ReadonlySet<string>;
};

/** The articles of a statistic whose net quantity is above 0. */
export function assortmentOf(world: World): Article[] {
  const catalogue = readCatalogue(world);
  const articles = new Map<string, Article>();
  for (const line of world.lines) {
    const pack = packOf(line, catalogue);
    const key = pack ? pack.gtin : line.gtin || line.pharmacode || '';
    const article = articles.get(key) ?? startArticle(pack, line);
    article.name ??= line.description || null;
    const known = pack?.pharmacode ?? null;
    if (known === null && (line.pharmacode ?? '') > (article.pharmacode ?? '')) {
      article.pharmacode = line.pharmacode!;
    }
    article.lineCount++;
    article.quantity += BigInt(line.quantity);
    articles.set(key, article);
  }
  const bought = [...articles.values()].filter(({ quantity }) => quantity > 0n);
  const byGtin = new Map(bought.map((article) => [article.pack?.gtin, article]));
  const sets = groupBy(bought, ({ setGtin }) => setGtin);
  for (const article of bought) {
    const { pack, alternative, quantity } = article;
    article.exFactorySum = timesPrice(quantity, pack?.exFactoryPrice);
    article.publicSum = timesPrice(quantity, pack?.publicPrice);
    article.potential = pack && alternative ? potentialOf(quantity, pack, alternative) : 0n;
    article.gain = differenceOf(article, 'exFactoryPrice');
    article.publicDifference = differenceOf(article, 'publicPrice');
    article.deductible = deductibleOf(world, article);
    article.distributionShare = distributionShareOf(world, article);
    article.alternativeQuantity = (alternative && byGtin.get(alternative.gtin)?.quantity) ?? null;
    article.setSize = sets.get(article.setGtin ?? '')?.length ?? 0;
    article.focusGroups = focusGroupsOf(world, [pack, alternative]);
  }
  return bought;
}

function packOf(line: World['lines'][number], catalogue: Catalogue): Pack | null {
  const { gtin = '', pharmacode = '' } = line;
  return catalogue.byGtin.get(gtin) ?? catalogue.byPharmacode.get(pharmacode) ?? null;
}

function startArticle(pack: Pack | null, line: World['lines'][number]): Article {
  const alternative = pack?.alternatives[0] ?? null;
  return {
    pack,
    gtin: pack ? pack.gtin : line.gtin || null,
    pharmacode: pack ? pack.pharmacode : line.pharmacode || null,
    name: pack ? pack.description : null,
    lineCount: 0,
    quantity: 0n,
    exFactorySum: null,
    publicSum: null,
    alternative,
    alternativeQuantity: null,
    potential: 0n,
    gain: 0n,
    publicDifference: 0n,
    deductible: unknown,
    distributionShare: unknown,
    setGtin: alternative?.gtin ?? (pack?.provider ? pack.gtin : null),
    setSize: 0,
    focusGroups: new Set(),
  };
}

function timesPrice(quantity: bigint, price: bigint | null | undefined): bigint | null {
  return price == null ? null : quantity * price;
}

/** Centimes: packs × pack factor × the alternative's price, half up; null where it has none. */
export function potentialOf(quantity: bigint, pack: Pack, alternative: Pack): bigint | null {
  const full = timesPrice(quantity, alternative.exFactoryPrice);
  if (full === null) return null;
  const sizes = packSizes(pack, alternative);
  return sizes ? halfUp(full * sizes[0], sizes[1]) : full;
}

/**
 * Centimes: packs × (price − pack factor × the alternative's price), half up, of losses too; 0 without alternative, null where
 * either has no price.
 */
function differenceOf(
  { quantity, pack, alternative }: Article,
  price: 'exFactoryPrice' | 'publicPrice',
): bigint | null {
  if (!pack || !alternative) return 0n;
  const [own, instead] = [pack[price], alternative[price]];
  if (own === null || instead === null) return null;
  const [size, other] = packSizes(pack, alternative) ?? [1n, 1n];
  return halfUp(quantity * (own * other - size * instead), other);
}

const standardVat = [
  { from: '2011-01-01', percent: '2.5' },
  { from: '2024-01-01', percent: '2.6' },
];
const unknown: BeforeAndAfter = { before: null, after: null };

/** Centimes: packs × public price × 10 %, or the raised rate, before; × pack factor, of the alternative, after. Half up. */
function deductibleOf({ rates }: World, { quantity, pack, alternative }: Article): BeforeAndAfter {
  if (!pack?.sl || !alternative?.sl) return unknown;
  if (pack.publicPrice === null || alternative.publicPrice === null) return unknown;
  const percentOf = ({ sB20 }: Pack) => (sB20 ? BigInt(rates?.raisedDeductible ?? 40) : 10n);
  const [size, other] = packSizes(pack, alternative) ?? [1n, 1n];
  return {
    before: halfUp(quantity * pack.publicPrice * percentOf(pack), 100n),
    after: halfUp(quantity * size * alternative.publicPrice * percentOf(alternative), 100n * other),
  };
}

/**
 * Centimes: packs × (public price ÷ (1 + VAT) − ex-factory price) before; × pack factor, of the alternative, after. Half up. The
 * VAT is that of the day of the prices.
 */
function distributionShareOf(
  { rates, priceDate = '2026-01-01' }: World,
  { quantity, pack, alternative }: Article,
): BeforeAndAfter {
  const valid = (rates?.vat ?? standardVat)
    .filter(({ from }) => from <= priceDate)
    .sort((a, b) => byCode(b.from, a.from))[0];
  if (!valid || !pack?.sl || !alternative?.sl) return unknown;
  const gross = 10_000n + scaled(valid.percent, 2)!;
  const [size, other] = packSizes(pack, alternative) ?? [1n, 1n];
  const share = (of: Pack, packs: bigint, parts: bigint) =>
    of.publicPrice === null || of.exFactoryPrice === null
      ? null
      : halfUp(packs * (of.publicPrice * 10_000n - of.exFactoryPrice * gross), gross * parts);
  const [before, after] = [share(pack, quantity, 1n), share(alternative, quantity * size, other)];
  return before === null || after === null ? unknown : { before, after };
}

/** As the wire has them: of some articles, where it is known of all; of an article. */
export function beforeAndAfter(articles: readonly Article[]): Record<string, number | null> {
  const ofAll = (value: (article: Article) => bigint | null) =>
    articles.some((article) => value(article) === null) ? null : knownChf(sum(articles, value));
  return {
    deductibleBefore: ofAll(({ deductible }) => deductible.before),
    deductibleAfter: ofAll(({ deductible }) => deductible.after),
    distributionShareBefore: ofAll(({ distributionShare }) => distributionShare.before),
    distributionShareAfter: ofAll(({ distributionShare }) => distributionShare.after),
  };
}

/** The same in sum, of what is known. */
export function beforeAndAfterInSum(articles: readonly Article[]): Record<string, number> {
  return {
    deductibleBefore: chf(sum(articles, ({ deductible }) => deductible.before)),
    deductibleAfter: chf(sum(articles, ({ deductible }) => deductible.after)),
    distributionShareBefore: chf(sum(articles, ({ distributionShare }) => distributionShare.before)),
    distributionShareAfter: chf(sum(articles, ({ distributionShare }) => distributionShare.after)),
  };
}

/** The pack factor as a fraction: both sizes where they are positive and of the same unit; else null, a factor of 1. */
export function packSizes(pack: Pack, alternative: Pack): [bigint, bigint] | null {
  const [size, other] = [pack.packSize ?? 0n, alternative.packSize ?? 0n];
  return size > 0n && other > 0n && pack.unit !== null && pack.unit === alternative.unit
    ? [size, other]
    : null;
}

function focusGroupsOf(world: World, packs: (Pack | null)[]): Set<string> {
  const named = (world.focusGroups ?? []).filter(({ gtins, molecules }) =>
    packs.some((pack) => pack && (gtins.includes(pack.gtin) || molecules.includes(pack.molecule ?? ''))),
  );
  return new Set(named.map(({ id }) => String(id)));
}
