import type { PooledConnection } from './engine.ts';
import { sqlFile } from './sql.ts';

/**
 * One statistic per customer with the months of its period, as comma-separated texts: they bind at once even for ten
 * thousand.
 */
export type CustomerStatistics = { statistics: string; months: string };

/** Statistics with their revisions, likewise. */
export type RevisedStatistics = { statistics: string; revisions: string };

/**
 * Requested statistics and products not yet loaded, and those loaded; ids of statistics, and product numbers of this
 * catalogue.
 */
export type Missing = RevisedStatistics & { products: string; loaded: string; known: string };

/** A pair of identifiers, 0 where missing; for a match by hand with its statistic, and the product's GTIN. */
export type Pair = { id: number; gtin: string; pharmacode: number; statistic?: number; match?: string };

/** The product of a pair: in that statistic, or in all. */
export type Meaning = { id: number; product: number; statistic: number | null };

/** Purchases to load as comma-separated columns. */
export type PurchaseRows = { products: string; statistics: string; quantities: string };

export type ProductCustomers = { gtin: string; customers: number };

/** Quantities in packs, CHF at ex-factory prices; null: unknown. */
export type CustomerOfProduct = {
  statistic: number;
  packs: number;
  packsPerMonth: number;
  turnoverPotential: number | null;
  potentialPerMonth: number | null;
};

export type NamedProduct = { gtin: string; productName: string; manufacturer: string | null };

export type CalledCustomer = {
  statistic: number;
  /** Missing products that the provider can replace. */
  products: number;
  packs: number;
  packsPerMonth: number;
  turnoverPotential: number;
  potentialPerMonth: number;
  /** Of discontinued ones: the known potential. */
  discontinuedProducts: number;
  discontinuedPotentialPerYear: number;
  /** Of the whole list. */
  allCustomers: number;
  allPotentialPerMonth: number;
};

export type CalledProduct = {
  statistic: number;
  gtin: string;
  productName: string;
  manufacturer: string | null;
  /** YYYY-MM-DD */
  reportedOn: string | null;
  /** From a source's first list: it has been missing at least since then. */
  knownSinceAtLeast: boolean;
  /** A date or words. */
  expectedDelivery: string | null;
  /** It is a date that stands for its calendar week. */
  expectedWeek: boolean;
  /** Day of the source's last list. */
  listDate: string | null;
  /** By a source, it is discontinued. */
  discontinued: boolean;
  alternativeGTIN: string;
  alternativeProductName: string;
  packs: number;
  packsPerMonth: number;
  potentialPerMonth: number | null;
  potentialPerYear: number | null;
};

export type Page = { limit: number | null; offset: number };

/** Whether everything requested is loaded. On a catalogue's connection. */
export async function isComplete(
  { rows }: PooledConnection,
  { statistics, revisions }: RevisedStatistics,
  gtins: readonly string[],
  today: string,
): Promise<boolean> {
  // The last table created: if it exists, all do.
  const made = await rows(
    "select 1 from duckdb_tables() where schema_name = current_schema() and table_name = 'bought'",
  );
  if (made.length === 0) return false;
  const [asked] = await rows(file('complete'), { statistics, revisions, gtins: gtins.join(','), today });
  return asked!.complete as boolean;
}

/** Which purchases are not loaded yet; creates their tables. One call at a time. */
export async function missingPurchases(
  { runScript, rows }: PooledConnection,
  { statistics, revisions }: RevisedStatistics,
  gtins: readonly string[],
  today: string,
): Promise<Missing> {
  await runScript(file('tables'));
  const [missing] = await rows(file('missing'), { statistics, revisions, gtins: gtins.join(','), today });
  return missing as Missing;
}

/**
 * Where more than `most` purchases are loaded, unmarks those of products neither missing nor back as loaded, and returns
 * a function that deletes them once nobody reads them. Nothing may be loaded in between.
 */
export async function letGoOfNamed(
  { runScript, rows }: PooledConnection,
  today: string,
  most: number,
): Promise<((tables: PooledConnection) => Promise<void>) | undefined> {
  const [bought] = await rows('select count(*) > $most::bigint as "tooMany" from bought', { most });
  if (!bought!.tooMany) return undefined;
  await runScript(
    'delete from bought_products where product not in (select product from watched($today::varchar))',
    { today },
  );
  return (tables) => tables.runScript('delete from bought where product not in (from bought_products)');
}

/** GTINs and Pharmacodes that may identify the products in statistics. */
export async function identifiersOf(
  { rows }: PooledConnection,
  products: string,
): Promise<{ gtins: string; pharmacodes: string }> {
  const [found] = await rows(file('identifiers-of'), { products });
  return found as { gtins: string; pharmacodes: string };
}

/** Which of `products` each pair of identifiers means in this catalogue; other pairs are left out. */
export async function meaningsOf(
  { rows }: PooledConnection,
  products: string,
  pairs: readonly Pair[],
): Promise<Meaning[]> {
  if (pairs.length === 0) return [];
  const found = await rows(file('meanings'), {
    products,
    ids: pairs.map(({ id }) => id).join(','),
    gtins: pairs.map(({ gtin }) => gtin).join(','),
    pharmacodes: pairs.map(({ pharmacode }) => pharmacode).join(','),
    statistics: pairs.map(({ statistic = 0 }) => statistic).join(','),
    matches: pairs.map(({ match = '' }) => match).join(','),
  });
  return found as Meaning[];
}

/** DuckDB's memory per purchase, and per statistic. */
const PURCHASE_BYTES = 35;
const STATISTIC_BYTES = 80;

/** Unused room in the last row groups. */
const TABLES_BYTES = 1_500_000;

/**
 * Adds purchases and marks products and statistics as loaded, replacing earlier revisions of statistics, in one
 * transaction. Returns the bytes of all purchases of the catalogue.
 */
export async function addPurchases(
  { runScript, rows: read }: PooledConnection,
  purchases: readonly PurchaseRows[],
  loaded: RevisedStatistics & { products: string },
): Promise<number> {
  await runScript('begin');
  try {
    await runScript(file('outdated'), { statistics: loaded.statistics });
    for (const rows of purchases) await runScript(file('insert'), rows);
    await runScript(file('loaded'), loaded);
    await runScript('commit');
  } catch (error) {
    await runScript('rollback');
    throw error;
  }
  const [held] = await read(
    `select (select count(*) from bought)::double as purchases,
       (select count(*) from bought_statistics)::double as statistics`,
  );
  const rowBytes = Number(held!.purchases) * PURCHASE_BYTES + Number(held!.statistics) * STATISTIC_BYTES;
  return TABLES_BYTES + rowBytes;
}

/** How many customers buy each product that is missing or back, or each of `gtins` if given. */
export async function customerCounts(
  { rows }: PooledConnection,
  { statistics }: CustomerStatistics,
  gtins: readonly string[],
  today: string,
): Promise<ProductCustomers[]> {
  const counts = await rows(file('counts'), { statistics, gtins: gtins.join(','), today });
  return counts as ProductCustomers[];
}

/** A product's name in the catalogue; undefined for an unknown one. */
export async function namedProduct(
  { rows }: PooledConnection,
  gtin: string,
): Promise<NamedProduct | undefined> {
  return (await rows(file('product'), { gtin }))[0] as NamedProduct | undefined;
}

/** The customers who buy a product, largest potential per month first. */
export async function customersOfProduct(
  { rows }: PooledConnection,
  customers: CustomerStatistics,
  gtin: string,
  page: Page,
): Promise<CustomerOfProduct[]> {
  return (await rows(file('of-product'), { ...customers, gtin, ...page })) as CustomerOfProduct[];
}

/** Customers who miss what the provider can deliver; buyers of discontinued products first, see the SQL. */
export async function callList(
  { rows }: PooledConnection,
  customers: CustomerStatistics,
  page: Page,
): Promise<CalledCustomer[]> {
  return (await rows(file('call-list'), { ...customers, ...page })) as CalledCustomer[];
}

/** The products that they miss, in the order of the statistics. */
export async function callListProducts(
  { rows }: PooledConnection,
  customers: CustomerStatistics,
): Promise<CalledProduct[]> {
  return (await rows(file('call-list-products'), { ...customers })) as CalledProduct[];
}

function file(name: string): string {
  return sqlFile(`customers/${name}.sql`).text;
}
