import { z } from 'zod';
import { encodeJson } from '#analytics/json.ts';
import { runView } from '#analytics/run.ts';
import { sqlFile } from '#analytics/sql.ts';
import { cart } from '#analytics/views/cart.ts';
import { cartArticles } from '#analytics/views/cart-articles.ts';
import { cartFilters } from '#analytics/views/product-filter.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import {
  type Asking,
  type StatisticParts,
  tablesOfStatistic,
  viewContext,
} from '../../statistics/views/view-tables.ts';

/** Groups and options of the product analysis; `{}`: no filter. */
export const cartFilter = z.strictObject(cartFilters);
export type CartFilter = z.output<typeof cartFilter>;
export const noFilter: CartFilter = cartFilter.parse({});

export type FigureRow = z.infer<typeof cart.row>;

export type CartParts = StatisticParts & { settings: () => Promise<Settings> };

/** Figures of the statistic for a cart. */
export type CartFigures = {
  /** Products that match the filter, and those of `also`, without articles where they do not match. */
  rows: FigureRow[];
  months: number;
  catalogue: { revision: number; priceDate: string };
  /** Revision of the statistic. */
  revision: number;
};

/**
 * The products of a cart now, including those of `also` that are the provider's. @throws AppError 404 while the link is
 * inactive, 409 while no catalogue is published
 */
export async function readFigures(
  parts: CartParts,
  directLinkId: string,
  filter: CartFilter,
  also: readonly string[],
  { language, signal }: Asking,
): Promise<CartFigures> {
  const [tables, context, { revision }] = await Promise.all([
    tablesOfStatistic(parts, directLinkId),
    viewContext(parts, language),
    parts.followLink(directLinkId),
  ]);
  return tables.use(async (connection) => {
    const columns = await runView(connection, cart, { ...filter, also: [...also] }, context);
    const [source] = await connection.rows(sqlFile('explain/source.sql').text);
    const { months, catalogueRevision, priceDate } = source as {
      months: number;
      catalogueRevision: number;
      priceDate: string;
    };
    return {
      rows: JSON.parse(Buffer.from(encodeJson(columns, 'many')).toString()) as FigureRow[],
      months,
      catalogue: { revision: catalogueRevision, priceDate },
      revision,
    };
  }, signal);
}

/** Names by GTIN of the provider's products in the statistic's catalogue. @throws AppError as readFigures */
export async function offeredNames(
  parts: StatisticParts,
  directLinkId: string,
  gtins: readonly string[],
  { signal }: Asking,
): Promise<Map<string, string>> {
  const tables = await tablesOfStatistic(parts, directLinkId);
  const products = await tables.use(
    ({ rows }) =>
      rows(
        'select gtin, description from products where provider and list_contains($gtins::varchar[], gtin)',
        {
          gtins: [...gtins],
        },
      ),
    signal,
  );
  return new Map(products.map(({ gtin, description }) => [gtin as string, description as string]));
}

/** The articles behind a product of the cart. @throws AppError as readFigures */
export async function readArticles(
  parts: CartParts,
  directLinkId: string,
  filter: CartFilter,
  gtin: string,
  { language, signal }: Asking,
): Promise<z.infer<typeof cartArticles.row>[]> {
  const [tables, context] = await Promise.all([
    tablesOfStatistic(parts, directLinkId),
    viewContext(parts, language),
  ]);
  const columns = await tables.use(
    (connection) => runView(connection, cartArticles, { ...filter, gtin }, context),
    signal,
  );
  return JSON.parse(Buffer.from(encodeJson(columns, 'many')).toString()) as z.infer<
    typeof cartArticles.row
  >[];
}
