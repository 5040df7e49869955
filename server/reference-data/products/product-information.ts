import type { Pool } from 'pg';
import { type Engine, quoted } from '#analytics/engine.ts';
import { withFiles } from '#analytics/files.ts';
import { sqlFile } from '#analytics/sql.ts';
import { type OwnColumn, ownColumns } from '#shared/catalogue-columns.ts';
import type { FoundProduct, ProductInformation } from '#shared/schemas/product.ts';
import { notFound } from '../../platform/errors.ts';
import { findProductsOn } from '../../statistics/matches/find-products.ts';
import type { MarketParts } from '../../statistics/views/view-tables.ts';
import type { Trace } from '../merging/merge-products.ts';
import { findRevision, revisionTraces } from '../publishing/revision-queries.ts';

type Parts = MarketParts & { pool: Pool; engine: Engine };
type Query = (file: string, parameters: Record<string, string>) => Promise<Record<string, unknown>[]>;

/**
 * All facts of a product: fields with sources, alternatives, shortages, focus groups. Throws AppError 404 where the
 * current catalogue lacks it, 409 without a catalogue.
 */
export async function productInformation(
  { pool, engine, statistics, currentRevisions }: Parts,
  gtin: string,
  signal: AbortSignal,
): Promise<ProductInformation> {
  const revisions = await currentRevisions();
  const revision = await findRevision(pool, revisions.catalogue);
  if (!revision) throw notFound();
  const [trace, rows] = await Promise.all([
    traceOf({ pool, engine }, revision.revision, gtin),
    statistics.onMarket(
      revisions,
      undefined,
      async (connection) => {
        const query: Query = (file, parameters) =>
          connection.rows(sqlFile(`reference/${file}.sql`).text, parameters);
        const [product] = await query('product', { gtin });
        if (!product) throw notFound();
        return {
          product: product as Record<OwnColumn, string> & {
            packSizeText: string;
            provider: boolean;
            exclusive: boolean;
          },
          related: await query('product-alternatives', { gtin }),
          episodes: await query('product-episodes', { gtin }),
          groups: await query('product-focus-groups', { gtin }),
          same: await connection.rows(
            'select gtin from products where pharmacode = $pharmacode::varchar and gtin <> $gtin::varchar order by gtin',
            { gtin, pharmacode: String(product.pharmacode) },
          ),
        };
      },
      signal,
    ),
  ]);
  const { product, related } = rows;
  const relatedIn = (direction: string) =>
    related
      .filter((each) => each.direction === direction)
      .map(({ direction: _, name_order: __, ...each }) => each) as ProductInformation['alternatives'];
  return {
    gtin,
    description: product.description,
    packSizeText: product.packSizeText,
    provider: product.provider,
    exclusive: product.exclusive,
    revision: revision.revision,
    priceDate: revision.pricesOf,
    fields: ownColumns.map((column) => ({
      column,
      value: product[column],
      from: trace?.fields[column]?.from ?? null,
      lost: trace?.fields[column]?.lost ?? [],
    })),
    files: revision.builtFrom ?? [],
    toCome: trace?.toCome ?? [],
    samePharmacode: rows.same.map((each) => String(each.gtin)),
    alternatives: relatedIn('alternative'),
    alternativeTo: relatedIn('alternativeTo'),
    episodes: rows.episodes as ProductInformation['episodes'],
    focusGroups: rows.groups.map(({ name }) => String(name)),
  };
}

/** The GTIN of a Pharmacode; throws AppError 404 for an unknown one. */
export async function gtinOfPharmacode(
  { statistics, currentRevisions }: Parts,
  pharmacode: string,
  signal: AbortSignal,
): Promise<string> {
  const [found] = await statistics.onMarket(
    await currentRevisions(),
    undefined,
    ({ rows }) =>
      rows('select gtin from pharmacodes where pharmacode = $pharmacode::varchar', { pharmacode }),
    signal,
  );
  if (!found) throw notFound();
  return String(found.gtin);
}

/** The same in the current catalogue. */
export async function findProducts(
  { statistics, currentRevisions }: Parts,
  text: string,
  signal: AbortSignal,
): Promise<FoundProduct[]> {
  return statistics.onMarket(
    await currentRevisions(),
    undefined,
    (connection) => findProductsOn(connection, text),
    signal,
  );
}

async function traceOf(
  { pool, engine }: Pick<Parts, 'pool' | 'engine'>,
  revision: number,
  gtin: string,
): Promise<Trace | undefined> {
  const traces = await revisionTraces(pool, revision);
  if (!traces) return undefined;
  const [found] = await withFiles(engine, { traces }, (paths) =>
    engine.use('main', ({ rows }) =>
      rows(`select trace from read_parquet(${quoted(paths.traces)}) where gtin = $gtin::varchar`, { gtin }),
    ),
  );
  return found && (JSON.parse(String(found.trace)) as Trace);
}
