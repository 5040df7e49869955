import type { Article } from './assortment.ts';
import { knownChf, sum } from './exact.ts';
import { namesInSet } from './filter.ts';
import { isFound } from './find.ts';
import { byCode, byName, descending, inOrder } from './order.ts';
import { byArticle } from './product.ts';

export type DuplicateQuestion = {
  find: readonly string[];
  sortBy: 'alphabetical' | 'turnoverPotential';
};

/** Competitors' articles of the interchangeable sets of which two or more are bought. */
export function duplicateRows(
  assortment: readonly Article[],
  { find, sortBy }: DuplicateQuestion,
): Record<string, unknown>[] {
  const left = assortment.filter((article) => article.setSize >= 2 && isFound(find, namesInSet(article)));
  const worth = (gtin: string) =>
    sum(left, ({ alternative, potential }) => (alternative?.gtin === gtin ? potential : 0n));
  return left
    .flatMap((article) => {
      const { pack, alternative } = article;
      return pack && alternative ? [{ article, pack, alternative }] : [];
    })
    .sort(
      inOrder(
        (a, b) =>
          sortBy === 'alphabetical' ? 0 : descending(worth(a.alternative.gtin), worth(b.alternative.gtin)),
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
