import type { Article } from './assortment.ts';
import { chf } from './exact.ts';
import { byCode, byName, descending, inOrder } from './order.ts';
import { byArticle } from './product.ts';

/** Competitors' articles of the interchangeable sets of which two or more are bought. */
export function duplicateRows(assortment: readonly Article[]): Record<string, unknown>[] {
  const price = (centimes: bigint | null) => (centimes === null ? null : chf(centimes));
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
      efPreis1: price(pack.exFactoryPrice),
      efPreis2: price(alternative.exFactoryPrice),
      pPreis1: price(pack.publicPrice),
      pPreis2: price(alternative.publicPrice),
      turnoverPotential: chf(article.potential),
    }));
}
