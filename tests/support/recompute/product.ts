import { groupingNames, groupings } from '#shared/groupings.ts';
import { type Article, beforeAndAfter, packSizes } from './assortment.ts';
import type { Pack, StockOut } from './catalogue.ts';
import { knownChf } from './exact.ts';
import { type Choices, originOf, passes } from './filter.ts';
import { groupOf } from './grouping.ts';
import { byCode, byName, descending, inOrder, type Order } from './order.ts';

export type ProductSort =
  | 'qtySum'
  | 'efPreisSum'
  | 'pPreisSum'
  | 'turnoverPotential'
  | 'customersGain'
  | 'publicPriceDifference'
  | 'deductibleBefore'
  | 'deductibleAfter'
  | 'distributionShareBefore'
  | 'distributionShareAfter'
  | 'alphabetical'
  | 'alphabetical_alternative';

/** The day that is today, YYYY-MM-DD, and for how many days a stock-out is new. */
export type ProductContext = { today: string; newStockoutDays: number };

/** The articles that pass the filter, as product rows have them. */
export function productRows(
  assortment: readonly Article[],
  choices: Choices,
  sortBy: ProductSort,
  context: ProductContext,
): Record<string, unknown>[] {
  return assortment
    .filter((article) => passes(article, choices))
    .sort(inOrder(sortOrders[sortBy], byArticle))
    .map((article) => productRow(article, context));
}

/** By the catalogue's name, then GTIN; what the catalogue does not know stands last, by its identifier. */
export const byArticle: Order<Article> = inOrder(
  (a, b) => Number(a.pack === null) - Number(b.pack === null),
  (a, b) => (a.pack === null ? 0 : byName(a.name, b.name)),
  (a, b) => byCode(a.gtin ?? a.pharmacode, b.gtin ?? b.pharmacode),
);

const sortOrders: Record<ProductSort, Order<Article>> = {
  qtySum: (a, b) => descending(a.quantity, b.quantity),
  efPreisSum: (a, b) => descending(a.exFactorySum, b.exFactorySum),
  pPreisSum: (a, b) => descending(a.publicSum, b.publicSum),
  turnoverPotential: (a, b) => descending(a.potential, b.potential),
  customersGain: (a, b) => descending(a.gain, b.gain),
  publicPriceDifference: (a, b) => descending(a.publicDifference, b.publicDifference),
  deductibleBefore: (a, b) => descending(a.deductible.before, b.deductible.before),
  deductibleAfter: (a, b) => descending(a.deductible.after, b.deductible.after),
  distributionShareBefore: (a, b) => descending(a.distributionShare.before, b.distributionShare.before),
  distributionShareAfter: (a, b) => descending(a.distributionShare.after, b.distributionShare.after),
  alphabetical: () => 0,
  alphabetical_alternative: inOrder(
    (a, b) => byName(a.alternative?.description ?? null, b.alternative?.description ?? null),
    (a, b) => byCode(a.alternative?.gtin ?? null, b.alternative?.gtin ?? null),
  ),
};

function productRow(article: Article, context: ProductContext): Record<string, unknown> {
  const { pack, alternative } = article;
  const open1 = pack?.stockOut?.open ? pack.stockOut : null;
  const open2 = alternative?.stockOut?.open ? alternative.stockOut : null;
  return {
    gtin: article.gtin,
    pharmacode1: article.pharmacode,
    pharmacode2: alternative?.pharmacode ?? null,
    productName: article.name,
    alternativeGTIN: alternative?.gtin ?? null,
    alternativeProductName: alternative?.description ?? null,
    qtySum1: Number(article.quantity),
    qtySum2: alternative && Number(article.alternativeQuantity ?? 0n),
    efPreisSum: knownChf(article.exFactorySum),
    pPreisSum: knownChf(article.publicSum),
    efPreis1: knownChf(pack?.exFactoryPrice),
    efPreis2: knownChf(alternative?.exFactoryPrice),
    pPreis1: knownChf(pack?.publicPrice),
    turnoverPotential: knownChf(article.potential),
    customersGain: knownChf(article.gain),
    publicPriceDifference: knownChf(article.publicDifference),
    ...beforeAndAfter([article]),
    sB20: pack?.sB20 ?? false,
    providerExclusive1: (pack?.provider && pack.exclusive) ?? false,
    providerExclusive2: alternative?.exclusive ?? null,
    coMarketing: pack?.coMarketing ?? false,
    coMarketing2: alternative?.coMarketing ?? null,
    sL1: pack?.sl ?? false,
    sL2: alternative?.sl ?? null,
    stockOut1: open1 !== null,
    discontinued1: open1?.discontinued ?? false,
    stockOut2: alternative && open2 !== null,
    deliverability1: open1?.expectedDelivery ?? null,
    deliverability2: open2?.expectedDelivery ?? null,
    deliverabilityWeek1: open1?.expectedWeek ?? false,
    deliverabilityWeek2: open2?.expectedWeek ?? false,
    deliverabilityStatus1: open1?.status ?? null,
    deliverabilityStatus2: open2?.status ?? null,
    deliverabilityUpdate1: open1?.updatedOn ?? null,
    deliverabilityUpdate2: open2?.updatedOn ?? null,
    deliverabilityReportingDate1: open1?.reportedOn ?? null,
    deliverabilityReportingDate2: open2?.reportedOn ?? null,
    deliverabilityComment2: open2?.comment ?? null,
    newStockout1: isNew(open1, context),
    newStockout2: isNew(open2, context),
    backInStockDate2: alternative?.stockOut?.backInStockOn ?? null,
    backInStock2: (alternative?.stockOut?.backInStockOn ?? '') >= monthsBefore(context.today, 4),
    manufacturer: pack?.manufacturer ?? null,
    molecule: pack?.molecule ?? null,
    atc: pack?.atc ?? null,
    ...further(article),
    origin: originOf(article),
    packFactor: packFactorOf(pack, alternative),
    setGTIN: article.setGtin,
    article: article.gtin ?? article.pharmacode,
  };
}

/** Columns of groupings without a rule of their own. */
function further(article: Article): Record<string, string | null> {
  const names = groupingNames.filter((name) => !['manufacturer', 'molecule', 'atc'].includes(name));
  return Object.fromEntries(names.map((name) => [groupings[name].column, groupOf(name)(article)]));
}

/** The one figure that is no whole number of anything: the double nearest to the ratio. */
function packFactorOf(pack: Pack | null, alternative: Pack | null): number | null {
  if (!pack || !alternative) return null;
  const sizes = packSizes(pack, alternative);
  return sizes ? Number(sizes[0]) / Number(sizes[1]) : 1;
}

/** Missing only since a report later than today minus the configured number of days. */
export function isNew(
  open: Pick<StockOut, 'wentMissingOn'> | null,
  { today, newStockoutDays }: ProductContext,
): boolean {
  const limit = new Date(`${today}T00:00:00Z`);
  limit.setUTCDate(limit.getUTCDate() - newStockoutDays);
  return (open?.wentMissingOn ?? '') > limit.toISOString().slice(0, 10);
}

/** The same day some months earlier, or that month's last day. */
export function monthsBefore(today: string, months: number): string {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(day, lastDay))).toISOString().slice(0, 10);
}
