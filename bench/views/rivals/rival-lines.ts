import type { Column, Columns } from '#analytics/columns.ts';
import { isValid, readColumns } from '#analytics/columns.ts';
import type { PooledConnection } from '#analytics/engine.ts';
import { type RivalDetails, readRivalDetails } from './rival-details.ts';

/**
 * What every rival starts from: the lines already matched with the catalogue, the catalogue as numbers. Names are
 * numbered in their German order. Amounts in centimes, pack sizes in thousandths; -1 stands for "none".
 */
export type RivalLines = ArticleLines & {
  articleCount: number;
  manufacturers: readonly string[];
  molecules: readonly string[];
  atcGroups: readonly string[];
  products: Products;
  details: RivalDetails;
};

export type ArticleLines = {
  lineCount: number;
  /** Per line: the product's number, by GTIN from 0, or one beyond the products for an identifier that no product has. */
  article: Int32Array;
  quantity: Int32Array;
};

export type Products = {
  count: number;
  manufacturer: Int32Array;
  molecule: Int32Array;
  atcGroup: Int32Array;
  /** 0 original, 1 generic, 2 other. */
  origin: Int32Array;
  /** 0 or 1. */
  provider: Int32Array;
  sb20: Int32Array;
  pharma: Int32Array;
  exFactoryPrice: Int32Array;
  publicPrice: Int32Array;
  /** Number of the product's first alternative. */
  alternative: Int32Array;
  /** The pack factor as a fraction in lowest terms. */
  pack: Int32Array;
  alternativePack: Int32Array;
};

export const origins = ['original', 'generic', 'other'] as const;

/** Reads them from an open statistic. */
export async function readRivalLines(pooled: PooledConnection): Promise<RivalLines> {
  const { connection } = pooled;
  const read = async (sql: string) => readColumns(await connection.run(sql));
  const named = async (type: string) =>
    strings(await read(`select unnest(enum_range(any_value(${type})))::varchar from products`));
  const [manufacturers, molecules, atcGroups] = [
    await named('manufacturer'),
    await named('molecule'),
    await named('atc_group'),
  ];
  const products = await read(productsSql);
  const lines = await readArticleLines(pooled);
  const { article } = lines;
  return {
    ...lines,
    articleCount: article.reduce((most, each) => Math.max(most, each + 1), 0),
    manufacturers,
    molecules,
    atcGroups,
    products: {
      count: products.rowCount,
      manufacturer: integers(products, 0),
      molecule: integers(products, 1),
      atcGroup: integers(products, 2),
      origin: integers(products, 3),
      provider: integers(products, 4),
      sb20: integers(products, 5),
      pharma: integers(products, 6),
      exFactoryPrice: integers(products, 7),
      publicPrice: integers(products, 8),
      alternative: integers(products, 9),
      pack: integers(products, 10),
      alternativePack: integers(products, 11),
    },
    details: await readRivalDetails(pooled, articleSql),
  };
}

/** The lines of an open statistic, matched with the catalogue. */
export async function readArticleLines({ connection }: PooledConnection): Promise<ArticleLines> {
  const lines = await readColumns(await connection.run(linesSql));
  return { lineCount: lines.rowCount, article: integers(lines, 0), quantity: integers(lines, 1) };
}

const productsSql = `
  with numbered as (select *, (row_number() over (order by gtin) - 1)::integer as number from products),
  fraction as (
    select o.gtin, o.pack, o.alternative_pack, greatest(gcd(o.pack, o.alternative_pack), 1) as divisor from offers o
  )
  select
    coalesce(enum_code(n.manufacturer), -1)::integer, coalesce(enum_code(n.molecule), -1)::integer,
    coalesce(enum_code(n.atc_group), -1)::integer, enum_code(n.origin)::integer, n.provider::integer,
    n.sb20::integer, (n.atc is not null)::integer, coalesce(n.ex_factory_price * 100, -1)::integer,
    coalesce(n.public_price * 100, -1)::integer, coalesce(a.number, -1)::integer,
    coalesce(f.pack // f.divisor, 1)::integer, coalesce(f.alternative_pack // f.divisor, 1)::integer
  from numbered n
  join offers o on o.gtin = n.gtin
  join fraction f on f.gtin = n.gtin
  left join numbered a on a.gtin = o.alternative_gtin
  order by n.number`;

/** Numbers of the products, and of the articles of all identifiers in the file. */
const articleSql = `
  numbered as (select gtin, (row_number() over (order by gtin) - 1)::integer as number from products),
  article as (
    select i.gtin, i.pharmacode, i.product_gtin, i.article,
      coalesce(n.number, (select count(*) from products) + dense_rank() over (order by n.number is null desc, i.article) - 1)
        ::integer as number
    from identifiers i left join numbered n on n.gtin = i.product_gtin
  )`;

const linesSql = `
  with ${articleSql}
  select a.number, l.quantity::integer
  from line_rows l
  join article a on a.gtin is not distinct from l.gtin and a.pharmacode is not distinct from l.pharmacode
  order by l.row_number`;

function integers({ rowCount, columns }: Columns, index: number): Int32Array {
  const column = columns[index] as Extract<Column, { type: 'int32' }>;
  const all = new Int32Array(rowCount);
  let start = 0;
  for (const { data, length } of column.batches) {
    all.set(data, start);
    start += length;
  }
  return all;
}

function strings({ columns }: Columns): string[] {
  const column = columns[0] as Extract<Column, { type: 'utf8' }>;
  return column.batches.flatMap(({ length, data, offsets, validity }) =>
    Array.from({ length }, (_, row) =>
      validity && !isValid(validity, row)
        ? ''
        : Buffer.from(data.subarray(offsets[row], offsets[row + 1])).toString(),
    ),
  );
}
