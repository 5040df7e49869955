import type { Article } from './assortment.ts';
import { chf, groupBy, percent, sum } from './exact.ts';
import { originOf } from './filter.ts';

/** Every figure of the summary; who and when it is about is left to the caller. */
export function summaryFigures(assortment: readonly Article[]): Record<string, number | null> {
  const provider = assortment.filter(({ pack }) => pack?.provider);
  const originals = assortment.filter((article) => originOf(article) === 'original');
  const generics = assortment.filter((article) => originOf(article) === 'generic');
  const priceless = assortment.filter(({ pack }) => (pack?.exFactoryPrice ?? null) === null);
  const unmatched = assortment.filter(({ pack }) => pack === null);
  const turnover = (articles: readonly Article[]) => sum(articles, ({ exFactorySum }) => exFactorySum);
  const packs = (articles: readonly Article[]) => sum(articles, ({ quantity }) => quantity);
  const replaceable = (articles: readonly Article[]) =>
    articles.filter(({ alternative }) => alternative !== null);
  const distinct = (values: (string | null | undefined)[]) =>
    new Set(values.filter((value) => value !== null && value !== undefined)).size;
  const setSizes = [...groupBy(assortment, ({ setGtin }) => setGtin).values()].map(({ length }) => length);
  return {
    turnoverTotal: chf(turnover(assortment)),
    turnoverOriginal: chf(turnover(originals)),
    turnoverGenericum: chf(turnover(generics)),
    turnoverOthers: chf(turnover(assortment) - turnover(originals) - turnover(generics)),
    turnoverProvider: chf(turnover(provider)),
    potentialTotal: chf(sum(assortment, ({ potential }) => potential)),
    customersGainTotal: chf(sum(assortment, ({ gain }) => gain)),
    genericQuota: percent(turnover(generics), turnover(assortment)),
    totalQty: Number(packs(assortment)),
    totalOriginalQty: Number(packs(originals)),
    totalGenericQty: Number(packs(generics)),
    totalOthersQty: Number(packs(assortment) - packs(originals) - packs(generics)),
    totalProviderQty: Number(packs(provider)),
    genericPenetration: percent(packs(generics), packs(generics) + packs(originals)),
    numberOfArticles: assortment.length,
    numberOfPharmaArticles: distinct(assortment.map(({ pack }) => (pack?.atc ? pack.gtin : null))),
    existingProviderProducts: provider.length,
    totalManufacturer: distinct(assortment.map(({ pack }) => pack?.manufacturer)),
    totalMolecules: distinct(assortment.map(({ pack }) => pack?.molecule)),
    alternativeProvider: replaceable(assortment).length,
    gxAlternativeProvider: replaceable(generics).length,
    oxProvider: replaceable(originals).length,
    oxProviderWith20Percent: replaceable(originals).filter(({ pack }) => pack?.sB20).length,
    duplicateProducts2: setSizes.filter((size) => size === 2).length,
    duplicateProducts3: setSizes.filter((size) => size === 3).length,
    duplicateProducts4: setSizes.filter((size) => size >= 4).length,
    notDeliverable: assortment.filter(({ pack }) => pack?.stockOut?.open).length,
    notDeliverableReplaceable: assortment.filter(
      ({ pack, alternative }) => pack?.stockOut?.open && alternative && !alternative.stockOut?.open,
    ).length,
    articlesWithoutPrice: priceless.length,
    packsWithoutPrice: Number(packs(priceless)),
    articlesUnmatched: unmatched.length,
    packsUnmatched: Number(packs(unmatched)),
    potentialsUnknown: assortment.filter(({ alternative }) => alternative?.exFactoryPrice === null).length,
  };
}
