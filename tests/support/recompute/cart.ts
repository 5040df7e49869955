import type { World } from '../world.ts';
import { type Article, beforeAndAfter, beforeAndAfterInSum, packSizes } from './assortment.ts';
import { type Pack, readCatalogue } from './catalogue.ts';
import { chf, groupBy, halfUp, knownChf, sum } from './exact.ts';
import { type Choices, passes } from './filter.ts';
import { byCode, byName, descending, inOrder } from './order.ts';
import { byArticle, isNew, monthsBefore, type ProductContext } from './product.ts';

export type CartArticle = { gtin: string | null };

/** One row per product of the provider that could replace articles, and one per product that is asked for anyway. */
export function cartRows(
  world: World,
  assortment: readonly Article[],
  choices: Choices,
  also: readonly string[],
  context: ProductContext,
): Record<string, unknown>[] {
  const behind = groupBy(replaceable(assortment, choices), ({ alternative }) => alternative!.gtin);
  const { byGtin } = readCatalogue(world);
  for (const gtin of also) if (byGtin.get(gtin)?.provider && !behind.has(gtin)) behind.set(gtin, []);
  return [...behind]
    .map(([gtin, articles]) => ({ pack: byGtin.get(gtin)!, articles }))
    .sort(
      inOrder(
        (a, b) => byName(a.pack.description, b.pack.description),
        (a, b) => byCode(a.pack.gtin, b.pack.gtin),
      ),
    )
    .map(({ pack, articles }) => cartRow(pack, articles, assortment, context));
}

export function cartTotals(assortment: readonly Article[], choices: Choices): Record<string, number> {
  const articles = replaceable(assortment, choices);
  return {
    rowCount: new Set(articles.map(({ alternative }) => alternative!.gtin)).size,
    articles: articles.length,
    turnoverPotential: chf(sum(articles, ({ potential }) => potential)),
    customersGain: chf(sum(articles, ({ gain }) => gain)),
    publicPriceDifference: chf(sum(articles, ({ publicDifference }) => publicDifference)),
    ...beforeAndAfterInSum(articles),
  };
}

export function cartArticleRows(
  assortment: readonly Article[],
  { gtin, ...choices }: Choices & CartArticle,
): Record<string, unknown>[] {
  return ofProduct(replaceable(assortment, choices), gtin)
    .sort(
      inOrder(
        (a, b) => byName(a.alternative!.description, b.alternative!.description),
        (a, b) => byCode(a.alternative!.gtin, b.alternative!.gtin),
        (a, b) => descending(a.quantity, b.quantity),
        byArticle,
      ),
    )
    .map((article) => ({
      article: article.gtin,
      gtin: article.gtin,
      pharmacode: article.pharmacode,
      description: article.name,
      manufacturer: article.pack!.manufacturer,
      qty: Number(article.quantity),
      packFactor: factor(article),
      alternativeGTIN: article.alternative!.gtin,
    }));
}

export function cartArticleTotals(
  assortment: readonly Article[],
  { gtin, ...choices }: Choices & CartArticle,
): Record<string, number> {
  const articles = ofProduct(replaceable(assortment, choices), gtin);
  return { rowCount: articles.length, qty: Number(sum(articles, ({ quantity }) => quantity)) };
}

function replaceable(assortment: readonly Article[], choices: Choices): Article[] {
  return assortment.filter((article) => article.alternative && passes(article, choices));
}

function ofProduct(articles: Article[], gtin: string | null): Article[] {
  return articles.filter(({ alternative }) => gtin === null || alternative!.gtin === gtin);
}

function factor({ pack, alternative }: Article): number {
  const sizes = packSizes(pack!, alternative!);
  return sizes ? Number(sizes[0]) / Number(sizes[1]) : 1;
}

function cartRow(
  pack: Pack,
  articles: readonly Article[],
  assortment: readonly Article[],
  context: ProductContext,
): Record<string, unknown> {
  const open = pack.stockOut?.open ? pack.stockOut : null;
  const next = open ? nextAlternative(articles) : null;
  return {
    gtin: pack.gtin,
    pharmacode: pack.pharmacode,
    productDescription: pack.description,
    pack: pack.written.pack_size_text || null,
    manufacturer: pack.manufacturer,
    exFactoryPrice: knownChf(pack.exFactoryPrice),
    publicPrice: knownChf(pack.publicPrice),
    articles: articles.length,
    availableQuantity: Number(`${available(pack, articles)}e-4`),
    quantityProvider: Number(assortment.find((each) => each.pack?.gtin === pack.gtin)?.quantity ?? 0n),
    turnoverPotential: knownChf(
      articles.length > 0 && pack.exFactoryPrice === null
        ? null
        : sum(articles, ({ potential }) => potential),
    ),
    customersGain: ofAll(articles, ({ gain }) => gain),
    publicPriceDifference: ofAll(articles, ({ publicDifference }) => publicDifference),
    ...beforeAndAfter(articles),
    sB20: pack.sB20,
    providerExclusive: pack.exclusive,
    coMarketing: pack.coMarketing,
    sL: pack.sl,
    stockOut: open !== null,
    discontinued: open?.discontinued ?? false,
    deliverability: open?.expectedDelivery ?? null,
    deliverabilityWeek: open?.expectedWeek ?? false,
    deliverabilityStatus: open?.status ?? null,
    deliverabilityUpdate: open?.updatedOn ?? null,
    deliverabilityReportingDate: open?.reportedOn ?? null,
    deliverabilityComment: open?.comment ?? null,
    newStockout: isNew(open, context),
    backInStockDate: pack.stockOut?.backInStockOn ?? null,
    backInStock: (pack.stockOut?.backInStockOn ?? '') >= monthsBefore(context.today, 4),
    nextAlternativeGTIN: next?.gtin ?? null,
    nextAlternativePharmacode: next?.pharmacode ?? null,
    nextAlternativeProductName: next?.description ?? null,
  };
}

/** CHF; null where it is not known of one of them. */
function ofAll(articles: readonly Article[], value: (article: Article) => bigint | null): number | null {
  return articles.some((article) => value(article) === null) ? null : chf(sum(articles, value));
}

/** Ten-thousandths of packs. */
function available(pack: Pack, articles: readonly Article[]): bigint {
  let [comparable, others] = [0n, 0n];
  for (const { pack: bought, quantity } of articles) {
    const sizes = packSizes(bought!, pack);
    if (sizes) comparable += quantity * sizes[0];
    else others += quantity;
  }
  const own = pack.packSize ?? 0n;
  return 10_000n * others + (own > 0n ? halfUp(10_000n * comparable, own) : 0n);
}

/** Of the other alternatives of the articles the one with the lowest rank, then GTIN, that can be delivered. */
function nextAlternative(articles: readonly Article[]): Pack | null {
  const others = articles.flatMap(({ pack, alternative }) =>
    pack!.alternatives
      .map((each, place) => ({ each, rank: pack!.ranks[place]! }))
      .filter(({ each }) => each !== alternative && !each.stockOut?.open),
  );
  others.sort((a, b) => a.rank - b.rank || byCode(a.each.gtin, b.each.gtin));
  return others[0]?.each ?? null;
}
