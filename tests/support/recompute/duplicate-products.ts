import type { Article } from './assortment.ts';
import { knownChf } from './exact.ts';
import { byCode, byName, descending, inOrder } from './order.ts';
import { byArticle } from './product.ts';

/** Competitors' articles of the interchangeable sets of which two or more are bought. */
export function duplicateRows(assortment: readonly Article[]): Record<string, unknown>[] {
  return assortment
    .flatMap((article) => {
      const { pack, alternative, setSize } = article;
      return pack && alternative && setSize >= 2 ? [{ article, pack, alternative }] : [];
    })
    .sort(
      inOrder(
        (a, b) => byName(a.alternative.description, b.alternative.description),
        (a, b) => byCode(a.alternative.gtin, b.alternative.gtin),
        (a, b) => descending(a.article.potential, b.article.potential),
        (a, b) => byArticle(a.article, b.article),
      ),
    )
    .map(({ article, pack, alternative }) => ({
      gtiN1: pack.gtin,
      gtiN2: alternative.gtin,
      description1: pack.description,
      description2: alternative.description,
      qty1: Number(article.quantity),
      qty2: Number(article.alternativeQuantity ?? 0n),
      efPreis1: knownChf(pack.exFactoryPrice),
      efPreis2: knownChf(alternative.exFactoryPrice),
      pPreis1: knownChf(pack.publicPrice),
      pPreis2: knownChf(alternative.publicPrice),
      turnoverPotential: knownChf(article.potential),
    }));
}
