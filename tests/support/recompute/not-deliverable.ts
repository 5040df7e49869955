import { plainHead, type World } from '../world.ts';
import { type Article, beforeAndAfter, beforeAndAfterInSum } from './assortment.ts';
import { chf, halfUp, knownChf, sum } from './exact.ts';
import { type Choices, passes } from './filter.ts';
import { descending, inOrder, type Order } from './order.ts';
import { byArticle, isNew, monthsBefore, type ProductContext } from './product.ts';

export type NotDeliverableSort = 'potentialPerMonth' | 'packsPerMonth' | 'reportedOn' | 'alphabetical';

/** The articles that cannot be delivered and pass the filter. */
export function notDeliverableRows(
  world: World,
  assortment: readonly Article[],
  choices: Choices,
  sortBy: NotDeliverableSort,
  context: ProductContext,
): Record<string, unknown>[] {
  const months = monthsOf(world);
  return missing(assortment, choices)
    .sort(inOrder(sortOrders[sortBy], byArticle))
    .map((article) => {
      const pack = article.pack!;
      const { alternative } = article;
      const open1 = pack.stockOut!;
      const open2 = alternative?.stockOut?.open ? alternative.stockOut : null;
      const { potential } = article;
      return {
        gtin: pack.gtin,
        pharmacode1: article.pharmacode,
        pharmacode2: alternative?.pharmacode ?? null,
        productName: article.name,
        alternativeGTIN: alternative?.gtin ?? null,
        alternativeProductName: alternative?.description ?? null,
        qtySum1: Number(article.quantity),
        packsPerMonth: Number(article.quantity) / Number(months),
        qtySum2: alternative && Number(article.alternativeQuantity ?? 0n),
        efPreis2: alternative?.exFactoryPrice == null ? null : chf(alternative.exFactoryPrice),
        turnoverPotential: potential === null ? null : chf(potential),
        customersGain: knownChf(article.gain),
        publicPriceDifference: knownChf(article.publicDifference),
        ...beforeAndAfter([article]),
        potentialPerMonth: potential === null ? null : chf(halfUp(potential, months)),
        sB20: pack.sB20,
        providerExclusive1: pack.provider && pack.exclusive,
        providerExclusive2: alternative?.exclusive ?? null,
        coMarketing: pack.coMarketing,
        coMarketing2: alternative?.coMarketing ?? null,
        sL1: pack.sl,
        sL2: alternative?.sl ?? null,
        deliverability1: open1.expectedDelivery,
        deliverability2: open2?.expectedDelivery ?? null,
        deliverabilityWeek1: open1.expectedWeek,
        deliverabilityWeek2: open2?.expectedWeek ?? false,
        deliverabilityStatus1: open1.status,
        deliverabilityStatus2: open2?.status ?? null,
        deliverabilityUpdate1: open1.updatedOn,
        deliverabilityUpdate2: open2?.updatedOn ?? null,
        deliverabilityReportingDate1: open1.reportedOn,
        deliverabilityReportingDate2: open2?.reportedOn ?? null,
        knownSinceAtLeast1: open1.knownSinceAtLeast,
        listDate1: open1.listDate,
        discontinued1: open1.discontinued,
        sourcesDisagree1: open1.sourcesDisagree,
        deliverabilityComment1: open1.comment,
        deliverabilityComment2: open2?.comment ?? null,
        backInStockDate2: alternative?.stockOut?.backInStockOn ?? null,
        stockOut2: alternative && open2 !== null,
        newStockout1: isNew(open1, context),
        newStockout2: isNew(open2, context),
        backInStock2: (alternative?.stockOut?.backInStockOn ?? '') >= monthsBefore(context.today, 4),
        manufacturer: pack.manufacturer,
        provider1: pack.provider,
      };
    });
}

export function notDeliverableTotals(
  world: World,
  assortment: readonly Article[],
  choices: Choices,
): Record<string, number> {
  const months = monthsOf(world);
  const articles = missing(assortment, choices);
  const packs = sum(articles, ({ quantity }) => quantity);
  const potential = sum(articles, (article) => article.potential);
  return {
    rowCount: articles.length,
    qtySum1: Number(packs),
    packsPerMonth: Number(packs) / Number(months),
    turnoverPotential: chf(potential),
    customersGain: chf(sum(articles, ({ gain }) => gain)),
    publicPriceDifference: chf(sum(articles, ({ publicDifference }) => publicDifference)),
    ...beforeAndAfterInSum(articles),
    potentialPerMonth: chf(halfUp(potential, months)),
  };
}

function missing(assortment: readonly Article[], choices: Choices): Article[] {
  return assortment.filter((article) => article.pack?.stockOut?.open && passes(article, choices));
}

/** Both months included; 12 where they are missing or make no sense. */
function monthsOf({ head }: World): bigint {
  const { timeMonthFrom: from, timeYearFrom, timeMonthTo: to, timeYearTo } = { ...plainHead, ...head };
  if (from == null || timeYearFrom == null || to == null || timeYearTo == null) return 12n;
  const months = to - from + 12 * (timeYearTo - timeYearFrom) + 1;
  return BigInt(months > 0 ? months : 12);
}

const sortOrders: Record<NotDeliverableSort, Order<Article>> = {
  potentialPerMonth: (a, b) => descending(a.potential, b.potential),
  packsPerMonth: (a, b) => descending(a.quantity, b.quantity),
  reportedOn: (a, b) => {
    const [one, other] = [a.pack!.stockOut!.reportedOn, b.pack!.stockOut!.reportedOn];
    return one > other ? -1 : Number(one < other);
  },
  alphabetical: () => 0,
};
