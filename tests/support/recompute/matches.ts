import type { World } from '../world.ts';
import { assortmentOf } from './assortment.ts';
import { readCatalogue } from './catalogue.ts';
import { sum } from './exact.ts';
import { byCode, inOrder } from './order.ts';

/** How the rows of a statistic meet the catalogue, as the report of an import says. Rows count from 2, after a heading. */
export function matchesOf(world: World) {
  const { byGtin, byPharmacode } = readCatalogue(world);
  const lines = world.lines.map((line, index) => {
    const { gtin = '', pharmacode = '', quantity } = line;
    const [first, second] = [byGtin.get(gtin), byPharmacode.get(pharmacode)];
    const pack = first ?? second ?? null;
    const by = first ? 'gtin' : second ? 'pharmacode' : 'none';
    return {
      line,
      row: index + 2,
      quantity,
      pharmacode,
      pack,
      by,
      article: pack?.gtin ?? (gtin || pharmacode),
    };
  });
  const returns = lines.filter(({ quantity }) => quantity < 0);
  const unmatched = lines.filter(({ by }) => by === 'none');
  const articles = new Map<string, typeof lines>();
  for (const each of lines) articles.set(each.article, [...(articles.get(each.article) ?? []), each]);
  const leftOut = [...articles]
    .map(([article, rows]) => ({
      article,
      pack: rows[0]!.pack,
      pharmacode:
        rows
          .map((each) => each.pharmacode)
          .sort()
          .at(-1) || null,
      gtin: rows[0]!.line.gtin || null,
      quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
      isReturned: rows.some(({ quantity }) => quantity < 0),
    }))
    .filter(({ quantity }) => quantity <= 0)
    .sort(
      inOrder(
        (a, b) => byBytes(a.pack?.description ?? null, b.pack?.description ?? null),
        (a, b) => byCode(a.article, b.article),
      ),
    );
  const packsOf = (code: string) => [...byGtin.values()].filter(({ pharmacode }) => pharmacode === code);
  const disagreeing = lines
    .filter(({ by, pharmacode, pack }) => {
      const packs = packsOf(pharmacode);
      return by === 'gtin' && packs.length > 0 && !packs.some(({ gtin }) => gtin === pack!.gtin);
    })
    .map(({ row }) => row);
  const codes = new Set(lines.filter(({ by }) => by === 'pharmacode').map(({ pharmacode }) => pharmacode));
  const bought = assortmentOf(world);
  const priceless = bought.filter(({ exFactorySum }) => exFactorySum === null);
  const strangers = bought.filter(({ pack }) => pack === null);
  const packsIn = (some: typeof bought) => Number(sum(some, ({ quantity }) => quantity));
  const [row] = disagreeing;
  const rows = disagreeing.slice(0, 100);
  return {
    notices:
      row === undefined ? [] : [{ code: 'codes_disagree', params: {}, row, rows, count: disagreeing.length }],
    matchedByGtin: lines.filter(({ by }) => by === 'gtin').length,
    matchedByPharmacode: lines.filter(({ by }) => by === 'pharmacode').length,
    returnsNetted: { articles: new Set(returns.map(({ article }) => article)).size, rows: returns.length },
    unmatched: {
      total: unmatched.length,
      rows: unmatched.map(({ line, row, quantity }) => ({
        row,
        gtin: line.gtin || null,
        pharmacode: line.pharmacode || null,
        description: line.description || null,
        quantity,
      })),
    },
    leftOut: {
      total: leftOut.length,
      returned: leftOut.filter(({ isReturned }) => isReturned).length,
      articles: leftOut.map(({ pack, gtin, pharmacode, quantity }) => ({
        gtin: pack?.gtin ?? gtin,
        pharmacode: pack?.pharmacode ?? pharmacode,
        description: pack?.description ?? null,
        quantity,
      })),
    },
    ambiguousPharmacodes: [...codes]
      .filter((code) => packsOf(code).length > 1)
      .sort(byCode)
      .map((code) => ({
        pharmacode: code,
        gtins: packsOf(code)
          .map(({ gtin }) => gtin)
          .sort(byCode),
        chosen: byPharmacode.get(code)!.gtin,
      })),
    assortment: {
      articles: bought.length,
      packs: packsIn(bought),
      articlesWithoutPrice: priceless.length,
      packsWithoutPrice: packsIn(priceless),
      articlesUnmatched: strangers.length,
      packsUnmatched: packsIn(strangers),
    },
  };
}

/** By UTF-8 bytes; what is missing stands last. */
function byBytes(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
