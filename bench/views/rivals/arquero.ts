import { desc, op, table } from 'arquero';
import type { Cell } from '../../checksum.ts';
import { aggregateColumns, type Rival, type RivalAnswer, summaryColumns } from './rival.ts';
import type { RivalLines } from './rival-lines.ts';

const amounts = {
  exFactory: 'd.quantity * (d.exFactoryPrice ?? 0)',
  publicSum: 'd.quantity * (d.publicPrice ?? 0)',
  potential:
    'd.alternativePrice == null ? 0 : op.floor((2 * d.quantity * d.pack * d.alternativePrice + d.alternativePack) / (2 * d.alternativePack))',
};

/** Data frames in JavaScript: lines summed per article and joined with the catalogue whenever a question is asked. */
export function openArqueroRival(lines: RivalLines): Rival {
  const start = performance.now();
  const rows = table({ article: lines.article, quantity: lines.quantity });
  const products = table(productColumns(lines));
  const loadMs = performance.now() - start;

  const articles = () =>
    rows
      .groupby('article')
      .rollup({ quantity: op.sum('quantity') })
      .filter('d => d.quantity > 0')
      .join_left(products)
      .derive(expressions(amounts));

  const aggregate =
    (group: string, names: readonly string[], sort: string, filter = `d => d.${group} != null`) =>
    (): Cell[][] => {
      const answer = articles()
        .filter(filter)
        .groupby(group)
        .rollup({
          count: op.count(),
          quantity: op.sum('quantity'),
          exFactory: op.sum('exFactory'),
          publicSum: op.sum('publicSum'),
          potential: op.sum('potential'),
        })
        .orderby(desc(sort), group);
      const column = (name: string) => Array.from(answer.array(name) as Iterable<number>);
      const [ids, counts, quantities] = [column(group), column('count'), column('quantity')];
      const [exFactory, publicSum, potential] = [
        column('exFactory'),
        column('publicSum'),
        column('potential'),
      ];
      return ids.map((id, row) => [
        names[id]!,
        counts[row]!,
        quantities[row]!,
        exFactory[row]! / 100,
        publicSum[row]! / 100,
        potential[row]! / 100,
      ]);
    };

  const { manufacturers, molecules, atcGroups } = lines;
  const answers: Record<string, RivalAnswer> = {
    summary: { columns: summaryColumns, rows: () => [summarise(articles())] },
    atc: { columns: aggregateColumns('atcCategory'), rows: aggregate('atcGroup', atcGroups, 'potential') },
    manufacturers: {
      columns: aggregateColumns('manufacturerName'),
      rows: aggregate('manufacturer', manufacturers, 'potential'),
    },
    'manufacturers (match, generika, original, efPreisSum)': {
      columns: aggregateColumns('manufacturerName'),
      rows: aggregate(
        'manufacturer',
        manufacturers,
        'exFactory',
        'd => d.manufacturer != null && d.alternative != null && d.origin != 2',
      ),
    },
    molecule: {
      columns: aggregateColumns('moleculeName'),
      rows: aggregate('molecule', molecules, 'potential'),
    },
  };
  return {
    name: 'Arquero',
    loadMs,
    answers,
    reason: 'only the heaviest lists are written for Arquero',
    async close() {},
  };
}

function summarise(articles: ReturnType<typeof table>): Cell[] {
  const figures = articles
    .rollup({
      turnover: 'd => op.sum(d.exFactory)',
      original: 'd => op.sum(d.origin === 0 ? d.exFactory : 0)',
      generic: 'd => op.sum(d.origin === 1 ? d.exFactory : 0)',
      provider: 'd => op.sum(d.provider === 1 ? d.exFactory : 0)',
      potential: 'd => op.sum(d.potential)',
      packs: 'd => op.sum(d.quantity)',
      packsOriginal: 'd => op.sum(d.origin === 0 ? d.quantity : 0)',
      packsGeneric: 'd => op.sum(d.origin === 1 ? d.quantity : 0)',
      packsProvider: 'd => op.sum(d.provider === 1 ? d.quantity : 0)',
      articles: 'd => op.count()',
      pharma: 'd => op.sum(d.pharma === 1 ? 1 : 0)',
      providerProducts: 'd => op.sum(d.provider === 1 ? 1 : 0)',
      // distinct() counts the missing value as one.
      manufacturers: 'd => op.distinct(d.manufacturer) - op.max(d.manufacturer == null ? 1 : 0)',
      molecules: 'd => op.distinct(d.molecule) - op.max(d.molecule == null ? 1 : 0)',
      alternatives: 'd => op.sum(d.alternative != null ? 1 : 0)',
      alternativesGeneric: 'd => op.sum(d.alternative != null && d.origin === 1 ? 1 : 0)',
      alternativesOriginal: 'd => op.sum(d.alternative != null && d.origin === 0 ? 1 : 0)',
      alternativesRaised: 'd => op.sum(d.alternative != null && d.origin === 0 && d.sb20 === 1 ? 1 : 0)',
    })
    .object() as Record<string, number>;
  const sets = articles
    .derive({ set: 'd => d.alternative ?? (d.provider === 1 ? d.article : null)' })
    .filter('d => d.set != null')
    .groupby('set')
    .count()
    .rollup({
      twice: 'd => op.sum(d.count === 2 ? 1 : 0)',
      thrice: 'd => op.sum(d.count === 3 ? 1 : 0)',
      more: 'd => op.sum(d.count >= 4 ? 1 : 0)',
    })
    .object() as Record<string, number>;
  const f = (name: string) => figures[name]!;
  return [
    f('turnover') / 100,
    f('original') / 100,
    f('generic') / 100,
    (f('turnover') - f('original') - f('generic')) / 100,
    f('provider') / 100,
    f('potential') / 100,
    Math.round((100 * f('generic')) / f('turnover')),
    f('packs'),
    f('packsOriginal'),
    f('packsGeneric'),
    f('packs') - f('packsOriginal') - f('packsGeneric'),
    f('packsProvider'),
    Math.round((100 * f('packsGeneric')) / (f('packsGeneric') + f('packsOriginal'))),
    f('articles'),
    f('pharma'),
    f('providerProducts'),
    f('manufacturers'),
    f('molecules'),
    f('alternatives'),
    f('alternativesGeneric'),
    f('alternativesOriginal'),
    f('alternativesRaised'),
    sets.twice!,
    sets.thrice!,
    sets.more!,
  ];
}

function productColumns({ products }: RivalLines): Record<string, unknown[]> {
  const optional = (values: Int32Array) => Array.from(values, (value) => (value === -1 ? null : value));
  const alternativePrice = Array.from(products.alternative, (alternative) =>
    alternative === -1 || products.exFactoryPrice[alternative] === -1
      ? null
      : products.exFactoryPrice[alternative]!,
  );
  return {
    article: Array.from({ length: products.count }, (_, id) => id),
    manufacturer: optional(products.manufacturer),
    molecule: optional(products.molecule),
    atcGroup: optional(products.atcGroup),
    origin: Array.from(products.origin),
    provider: Array.from(products.provider),
    sb20: Array.from(products.sb20),
    pharma: Array.from(products.pharma),
    exFactoryPrice: optional(products.exFactoryPrice),
    publicPrice: optional(products.publicPrice),
    alternative: optional(products.alternative),
    alternativePrice,
    pack: Array.from(products.pack),
    alternativePack: Array.from(products.alternativePack),
  };
}

function expressions(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `d => ${text}`]));
}
